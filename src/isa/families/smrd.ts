// SMRD: scalar memory reads. "Southern Islands Series ISA", chapter "Scalar Memory Operations".

import { scalarAddress, scalarBufferAccess } from '../addressing/scalar.js';
import { type Row, smrd } from '../define.js';
import { load, type Stmt, TIME } from '../expr.js';

type Slots = 'D' | 'SBASE' | 'OFFSET';

const inDwords = (count: number, what: string): string => (count === 1 ? `1 dword ${what}` : `${count} dwords ${what}`);

const indices = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

const loadRow = (opcode: number, count: number): Row<Slots> => [
  opcode,
  `D = ${inDwords(count, 'at SBASE + OFFSET')}`,
  ({ D, SBASE, OFFSET }) => indices(count).map((i) => D.at(i).set(load('smem', 32, scalarAddress(SBASE, OFFSET, i)))),
];

/** Dwords beyond the end of the buffer are 0. */
const bufferRow = (opcode: number, count: number): Row<Slots> => [
  opcode,
  `D = ${inDwords(count, 'of the buffer SBASE at OFFSET; 0 beyond its end')}`,
  ({ D, SBASE, OFFSET }) =>
    indices(count).map((i): Stmt => {
      const { address, valid } = scalarBufferAccess(SBASE, OFFSET, i);
      return D.at(i).set(load('smem', 32, address, valid));
    }),
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
  s_dcache_inv: [31, 'Invalidate the scalar data cache', () => [{ do: 'effect', name: 'cache', args: [] }]],
});
