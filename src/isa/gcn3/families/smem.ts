// SMEM: scalar memory. Sources: "AMD GCN3 ISA" and "AMD Vega ISA", "Scalar Memory Operations"; LLVM's documentation of offsets.

import {
  type Destination,
  type Ex,
  field,
  flag,
  load,
  ops,
  type Stmt,
  select,
  TIME,
  u32,
  u64,
} from '../../language/expr.js';
import { bufferDwordsAt, dwordAligned, dwords } from '../../southern-islands/addressing/scalar.js';
import { refused, type Stated, type StatedRows, smem } from '../family.js';

type Slots = 'D' | 'SBASE' | 'OFFSET';

const { add64, and64, andB, notB, sext64, shl, shrS, zext64 } = ops;

/** A number is signed, a register not; with both (`soffset_en`) the number is added. The two lowest bits do not count. */
function byteOffset(OFFSET: Destination): Ex<'u64'> {
  const both = andB(flag('imm'), flag('soffset_en'));
  const number = sext64(shrS(shl(field('offset'), u32(11)), u32(11)));
  const first = select(andB(flag('imm'), notB(flag('soffset_en'))), sext64(OFFSET.u32), zext64(OFFSET.u32));
  return and64(add64(first, select(both, number, u64(0n))), u64(-4n));
}

const inDwords = (count: number): string => (count === 1 ? '1 dword' : `${count} dwords`);

const loads = (count: number): Stated<Slots> => [
  `D = ${inDwords(count)} at SBASE + OFFSET`,
  ({ D, SBASE, OFFSET }) =>
    dwords(add64(dwordAligned(SBASE.u64), byteOffset(OFFSET)), count).map((address, i) =>
      D.at(i).set(load('smem', 32, address)),
    ),
];

const bufferLoads = (count: number): Stated<Slots> => [
  `D = ${inDwords(count)} of the buffer SBASE at OFFSET; 0 beyond its end`,
  ({ D, SBASE, OFFSET }) =>
    bufferDwordsAt(SBASE, byteOffset(OFFSET), count).map(({ address, valid }, i) =>
      D.at(i).set(load('smem', 32, address, valid)),
    ),
  { dwords: { SBASE: 4 } },
];

const WRITES = 'scalar writes to memory are not executed: no compiler emits them';
const SCRATCH = 'scalar accesses to scratch are not executed: no compiler emits them';

const suffixOf = (count: number): string => (count === 1 ? 'dword' : `dwordx${count}`);

const counted = (
  counts: readonly number[],
  row: (count: number) => readonly [string, Stated<Slots>],
): StatedRows<Slots> => Object.fromEntries(counts.map(row));

const OPERATIONS = ['swap', 'cmpswap', 'add', 'sub', 'smin', 'umin', 'smax', 'umax', 'and', 'or', 'xor', 'inc', 'dec'];

function atomics(buffer: boolean): StatedRows<Slots> {
  const SBASE = buffer ? 4 : 2;
  return Object.fromEntries(
    OPERATIONS.flatMap((operation) => {
      const size = operation === 'cmpswap' ? 2 : 1;
      const name = `s_${buffer ? 'buffer_' : ''}atomic_${operation}`;
      return [
        [
          name,
          refused<Slots>(`MEM = ${operation}(MEM, D); with glc D = old value`, WRITES, { D: size, SBASE, OFFSET: 1 }),
        ],
        [
          `${name}_x2`,
          refused<Slots>(`MEM = ${operation}(MEM, D) (64 bits); with glc D = old value`, WRITES, {
            D: 2 * size,
            SBASE,
            OFFSET: 1,
          }),
        ],
      ];
    }),
  );
}

const cache = (meaning: string): Stated<Slots> => [meaning, () => [{ do: 'effect', name: 'cache', args: [] }]];
const time = ({ D }: { readonly D: Destination }): Stmt[] => [D.set(TIME)];

export const SMEM = smem({
  ...counted([1, 2, 4, 8, 16], (n) => [`s_load_${suffixOf(n)}`, loads(n)]),
  ...counted([1, 2, 4, 8, 16], (n) => [`s_buffer_load_${suffixOf(n)}`, bufferLoads(n)]),
  ...counted([1, 2, 4], (n) => [
    `s_store_${suffixOf(n)}`,
    refused(`${inDwords(n)} at SBASE + OFFSET = D`, WRITES, { D: n, SBASE: 2, OFFSET: 1 }),
  ]),
  ...counted([1, 2, 4], (n) => [
    `s_buffer_store_${suffixOf(n)}`,
    refused(`${inDwords(n)} of the buffer SBASE at OFFSET = D`, WRITES, { D: n, SBASE: 4, OFFSET: 1 }),
  ]),
  ...counted([1, 2, 4], (n) => [
    `s_scratch_load_${suffixOf(n)}`,
    refused(`D = ${inDwords(n)} of scratch at SBASE + OFFSET`, SCRATCH, { D: n, SBASE: 2, OFFSET: 1 }),
  ]),
  ...counted([1, 2, 4], (n) => [
    `s_scratch_store_${suffixOf(n)}`,
    refused(`${inDwords(n)} of scratch at SBASE + OFFSET = D`, SCRATCH, { D: n, SBASE: 2, OFFSET: 1 }),
  ]),
  ...atomics(false),
  ...atomics(true),
  s_dcache_inv: cache('Invalidate the scalar data cache'),
  s_dcache_wb: cache('Write back the scalar data cache'),
  s_dcache_inv_vol: cache('Invalidate the volatile lines of the scalar data cache'),
  s_dcache_wb_vol: cache('Write back the volatile lines of the scalar data cache'),
  s_dcache_discard: [
    'Discard a line of 64 bytes of the scalar data cache, which is not modelled',
    () => [{ do: 'effect', name: 'cache', args: [] }],
    { dwords: { SBASE: 2, OFFSET: 1 } },
  ],
  s_dcache_discard_x2: [
    'Discard a line of 128 bytes of the scalar data cache, which is not modelled',
    () => [{ do: 'effect', name: 'cache', args: [] }],
    { dwords: { SBASE: 2, OFFSET: 1 } },
  ],
  s_memtime: ['D = 64-bit clock counter', time],
  s_memrealtime: ['D = 64-bit counter of real time', time],
  // Which access it tries is in the field sdata.
  s_atc_probe: [
    'Probe the translation of an address, which is not modelled',
    () => [{ do: 'effect', name: 'cache', args: [] }],
    { dwords: { SBASE: 2, OFFSET: 1 } },
  ],
  s_atc_probe_buffer: [
    'Probe the translation of an address of a buffer, which is not modelled',
    () => [{ do: 'effect', name: 'cache', args: [] }],
    { dwords: { SBASE: 4, OFFSET: 1 } },
  ],
});
