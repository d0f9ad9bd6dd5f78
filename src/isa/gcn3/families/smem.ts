// SMEM: scalar memory. Sources: "AMD GCN3 ISA" and "AMD Vega ISA", "Scalar Memory Operations"; LLVM's documentation of
// offsets. What writes to memory is in smem-writes.ts.

import { type Destination, load, type Stmt, TIME } from '../../language/expr.js';
import { type RestatedRow, smem } from '../family.js';
import {
  bufferAccesses,
  counted,
  inDwords,
  memoryAddresses,
  type Slots,
  scratchAddresses,
} from '../scalar-addresses.js';
import { SCALAR_WRITES } from './smem-writes.js';

const loads = (count: number): RestatedRow<Slots> => [
  `D = ${inDwords(count)} at SBASE + OFFSET`,
  ({ D, SBASE, OFFSET }) =>
    memoryAddresses(SBASE, OFFSET, count).map((address, i) => D.at(i).set(load('smem', 32, address))),
];

const bufferLoads = (count: number): RestatedRow<Slots> => [
  `D = ${inDwords(count)} of the buffer SBASE at OFFSET; 0 beyond its end`,
  ({ D, SBASE, OFFSET }) =>
    bufferAccesses(SBASE, OFFSET, count).map(({ address, valid }, i) => D.at(i).set(load('smem', 32, address, valid))),
  { dwords: { SBASE: 4 } },
];

const scratchLoads = (count: number): RestatedRow<Slots> => [
  `D = ${inDwords(count)} at SBASE + OFFSET, of which a register counts 64 bytes`,
  ({ D, SBASE, OFFSET }) =>
    scratchAddresses(SBASE, OFFSET, count).map((address, i) => D.at(i).set(load('smem', 32, address))),
];

const cache = (meaning: string): RestatedRow<Slots> => [meaning, () => [{ kind: 'effect', name: 'cache', args: [] }]];
const time = ({ D }: { readonly D: Destination }): Stmt[] => [D.set(TIME)];

export const SMEM = smem({
  ...counted('s_load', [1, 2, 4, 8, 16], loads),
  ...counted('s_buffer_load', [1, 2, 4, 8, 16], bufferLoads),
  ...counted('s_scratch_load', [1, 2, 4], scratchLoads),
  ...SCALAR_WRITES,
  s_dcache_inv: cache('Invalidate the scalar data cache'),
  s_dcache_wb: cache('Write back the scalar data cache'),
  s_dcache_inv_vol: cache('Invalidate the volatile lines of the scalar data cache'),
  s_dcache_wb_vol: cache('Write back the volatile lines of the scalar data cache'),
  s_dcache_discard: [
    'Discard a line of 64 bytes of the scalar data cache, which is not modelled',
    () => [{ kind: 'effect', name: 'cache', args: [] }],
    { dwords: { SBASE: 2, OFFSET: 1 } },
  ],
  s_dcache_discard_x2: [
    'Discard a line of 128 bytes of the scalar data cache, which is not modelled',
    () => [{ kind: 'effect', name: 'cache', args: [] }],
    { dwords: { SBASE: 2, OFFSET: 1 } },
  ],
  s_memtime: ['D = 64-bit clock counter', time],
  s_memrealtime: ['D = 64-bit counter of real time', time],
  // The field sdata selects the kind of access.
  s_atc_probe: [
    'Probe the translation of an address, which is not modelled',
    () => [{ kind: 'effect', name: 'cache', args: [] }],
    { dwords: { SBASE: 2, OFFSET: 1 } },
  ],
  s_atc_probe_buffer: [
    'Probe the translation of an address of a buffer, which is not modelled',
    () => [{ kind: 'effect', name: 'cache', args: [] }],
    { dwords: { SBASE: 4, OFFSET: 1 } },
  ],
});
