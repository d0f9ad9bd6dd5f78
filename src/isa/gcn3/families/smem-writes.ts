// SMEM that writes to memory: stores and atomics. They happen once for a wavefront, whatever EXEC says. The scalar
// cache is not modelled: what is written is in memory at once. Sources: "AMD GCN3 ISA" and "AMD Vega ISA", "Scalar
// Memory Operations".

import { elementOf, required, tupleOf } from '../../../util/required.js';
import { type AtomicFn, type Destination, type Ex, ops, type Stmt, u64 } from '../../language/expr.js';
import { comparesData } from '../../traits.js';
import type { RestatedRow, StatedRows } from '../family.js';
import {
  bufferAccesses,
  counted,
  inDwords,
  memoryAddresses,
  type Slots,
  scratchAddresses,
} from '../scalar-addresses.js';

const { and64, andB } = ops;

/** A dword, and whether there is memory. */
interface Place {
  readonly address: Ex<'u64'>;
  readonly valid?: Ex<'b1'>;
}
type Places = (SBASE: Destination, OFFSET: Destination, count: number) => readonly Place[];

const inMemory: Places = (...operands) => memoryAddresses(...operands).map((address) => ({ address }));
const inScratch: Places = (...operands) => scratchAddresses(...operands).map((address) => ({ address }));
const inBuffer: Places = bufferAccesses;

const BUFFER = { dwords: { SBASE: 4 } };

const stores =
  (where: string, places: Places, options = {}) =>
  (count: number): RestatedRow<Slots> => [
    `${inDwords(count)} ${where} = D`,
    ({ D, SBASE, OFFSET }) =>
      places(SBASE, OFFSET, count).map((place, i): Stmt => {
        return { kind: 'store', space: 'smem', bits: 32, ...place, value: D.at(i).u32 };
      }),
    options,
  ];

const OPERATIONS: readonly (readonly [name: AtomicFn, meaning: string])[] = [
  ['swap', 'MEM = D'],
  ['cmpswap', 'if (MEM == second D) MEM = first D'],
  ['add', 'MEM += D'],
  ['sub', 'MEM -= D'],
  ['smin', 'MEM = min(MEM, D), signed'],
  ['umin', 'MEM = min(MEM, D), unsigned'],
  ['smax', 'MEM = max(MEM, D), signed'],
  ['umax', 'MEM = max(MEM, D), unsigned'],
  ['and', 'MEM &= D'],
  ['or', 'MEM |= D'],
  ['xor', 'MEM ^= D'],
  ['inc', 'MEM = MEM >= D ? 0 : MEM + 1'],
  ['dec', 'MEM = MEM == 0 || MEM > D ? D : MEM - 1'],
];

/** The place of one operand of `bits`, of which all has to be there. */
function placeOf(places: readonly Place[], bits: 32 | 64): Place {
  if (bits === 32) return elementOf(places, 0, 'place');
  const [{ address: unaligned, valid }, second] = tupleOf(places, 2, 'places');
  const address = and64(unaligned, u64(-8n));
  return valid ? { address, valid: andB(valid, required(second.valid, 'validity of the second place')) } : { address };
}

function atomics(prefix: string, places: Places, options = {}): StatedRows<Slots> {
  const row = (fn: AtomicFn, meaning: string, bits: 32 | 64): RestatedRow<Slots> => [
    `${meaning}${bits === 64 ? ' (64 bits)' : ''}; with glc D = old value`,
    ({ D, SBASE, OFFSET }) => {
      const value = (dword: number): Ex => (bits === 64 ? D.at(dword).u64 : D.at(dword).u32);
      const compare = comparesData(fn) ? { compare: value(bits / 32) } : {};
      const place = placeOf(places(SBASE, OFFSET, bits / 32), bits);
      const ret = { slot: 'D', dword: 0, whenField: 'glc' };
      return [{ kind: 'atomic', space: 'smem', fn, bits, ...place, data: value(0), ...compare, ret }];
    },
    options,
  ];
  return Object.fromEntries(
    OPERATIONS.flatMap(([fn, meaning]) => [
      [`${prefix}_${fn}`, row(fn, meaning, 32)],
      [`${prefix}_${fn}_x2`, row(fn, meaning, 64)],
    ]),
  );
}

export const SCALAR_WRITES: StatedRows<Slots> = {
  ...counted('s_store', [1, 2, 4], stores('at SBASE + OFFSET', inMemory)),
  ...counted('s_buffer_store', [1, 2, 4], stores('of the buffer SBASE at OFFSET', inBuffer, BUFFER)),
  ...counted('s_scratch_store', [1, 2, 4], stores('at SBASE + OFFSET, of which a register counts 64 bytes', inScratch)),
  ...atomics('s_atomic', inMemory),
  ...atomics('s_buffer_atomic', inBuffer, BUFFER),
};
