// SMRD: scalar memory reads. "Southern Islands Series ISA", chapter "Scalar Memory Operations".

import { BASE_SET } from '../../common/base-set.js';
import { type DefinitionRow, familiesOf } from '../../define.js';
import { load, TIME } from '../../language/expr.js';
import { scalarAddresses, scalarBufferDwords } from '../scalar-addresses.js';

/** SBASE is an aligned SGPR pair (loads) or quad (s_buffer_load); OFFSET an SGPR or an unsigned dword immediate. */
const smrd = familiesOf(BASE_SET)('SMRD', ['D', 'SBASE', 'OFFSET']);

type Slots = 'D' | 'SBASE' | 'OFFSET';

const inDwords = (count: number, what: string): string => (count === 1 ? `1 dword ${what}` : `${count} dwords ${what}`);

const loadRow = (opcode: number, count: number): DefinitionRow<Slots> => [
  opcode,
  `D = ${inDwords(count, 'at SBASE + OFFSET')}`,
  ({ D, SBASE, OFFSET }) =>
    scalarAddresses(SBASE, OFFSET, count).map((address, i) => D.at(i).set(load('smem', 32, address))),
];

/** Dwords beyond the end of the buffer are 0. */
const bufferRow = (opcode: number, count: number): DefinitionRow<Slots> => [
  opcode,
  `D = ${inDwords(count, 'of the buffer SBASE at OFFSET; 0 beyond its end')}`,
  ({ D, SBASE, OFFSET }) =>
    scalarBufferDwords(SBASE, OFFSET, count).map(({ address, valid }, i) =>
      D.at(i).set(load('smem', 32, address, valid)),
    ),
  { dwords: { SBASE: 4 } },
];

export const SMRD = smrd({
  s_load_dword: loadRow(0, 1),
  s_load_dwordx2: loadRow(1, 2),
  s_load_dwordx4: loadRow(2, 4),
  s_load_dwordx8: loadRow(3, 8),
  s_load_dwordx16: loadRow(4, 16),
  s_buffer_load_dword: bufferRow(8, 1),
  s_buffer_load_dwordx2: bufferRow(9, 2),
  s_buffer_load_dwordx4: bufferRow(10, 4),
  s_buffer_load_dwordx8: bufferRow(11, 8),
  s_buffer_load_dwordx16: bufferRow(12, 16),
  s_memtime: [30, 'D = 64-bit clock counter', ({ D }) => [D.set(TIME)]],
  s_dcache_inv: [31, 'Invalidate the scalar data cache', () => [{ kind: 'effect', name: 'cache', args: [] }]],
});
