// Atomic operations (PRM 6.6) on addresses that are complete, and those of signals and queues (6.8, 11.3), which are
// made of them. Memory orders and scopes change nothing: memory is coherent.

import { type AtomicFn, EXEC, type Ex, LANE, load, ops, type Stmt, select, u32 } from '../../language/expr.js';
import { type AluOperands, type AluRow, rowsOf, SLOTS } from '../family.js';
import { IMAGES } from './images.js';
import { flatPlaces, type Place } from './memory.js';

/** By type and operation as HSAIL spells them. */
const OPERATIONS: readonly (readonly [string, string, AtomicFn])[] = [
  ['add', 'u', 'add'],
  ['sub', 'u', 'sub'],
  ['max', 'u', 'umax'],
  ['max', 's', 'smax'],
  ['min', 'u', 'umin'],
  ['min', 's', 'smin'],
  ['wrapinc', 'u', 'inc'],
  ['wrapdec', 'u', 'dec'],
  ['and', 'b', 'and'],
  ['or', 'b', 'or'],
  ['xor', 'b', 'xor'],
  ['exch', 'b', 'swap'],
  ['cas', 'b', 'cmpswap'],
];

type Places = (operands: AluOperands) => readonly Place[];

/** S0 is the address, S1 the value, or the comparand where S2 is the value. S3: the wavefront's private memory. */
function atomic(segment: string, places: Places, [name, kind, fn]: (typeof OPERATIONS)[number], bits: 32 | 64) {
  const statements = (returns: boolean, operands: AluOperands): Stmt[] => {
    const read = (slot: 'S1' | 'S2') => (bits === 32 ? operands[slot].u32 : operands[slot].u64);
    const compares = fn === 'cmpswap';
    const all = places(operands);
    return all.map(({ space, address, valid }) => ({
      kind: 'atomic',
      space,
      fn,
      bits,
      address,
      data: read(compares ? 'S2' : 'S1'),
      ...(compares ? { compare: read('S1') } : {}),
      ...(valid ? { valid } : {}),
      ...(returns ? { ret: { slot: 'D', dword: 0, ...(all.length > 1 ? { kept: true as const } : {}) } } : {}),
    }));
  };
  const text = `${name}_${segment}_${kind}${bits}`;
  const rows: AluRow[] = [
    [`atomic_${text}`, 'D = memory at S0 before the operation', (operands) => statements(true, operands)],
    [`atomicnoret_${text}`, 'the operation on memory at S0', (operands) => statements(false, operands)],
  ];
  return rows;
}

const rowsOfSegment = (segment: string, places: Places): AluRow[] =>
  OPERATIONS.flatMap((operation) => [32, 64].flatMap((bits) => atomic(segment, places, operation, bits as 32 | 64)));

export const ATOMIC = rowsOf('IL_ATOMIC', SLOTS, [
  ...rowsOfSegment('global', ({ S0 }) => [{ space: 'global', address: S0.u64 }]),
  ...rowsOfSegment('flat', ({ S0, S3 }) => flatPlaces(S0.u64, S3.u32, 0)),
  ...IMAGES,
]);
/** An fbarrier is a word: numbers of wavefronts that have joined, of those that have arrived, of completed rounds. */
export const FBARRIER = { member: 1, arrival: 1 << 10, round: 1 << 20 } as const;

const COUNT = u32(FBARRIER.arrival - 1);
const ROUND = u32(-FBARRIER.round);
const isFirstLane: Ex<'b1'> = ops.eq(LANE, ops.ctz64(EXEC.u64));

/** The word after a change: where all members have arrived the round is completed. */
function changed(word: Ex<'u32'>, added: Ex<'u32'>): Ex<'u32'> {
  const after = ops.add(word, added);
  const members = ops.and(after, COUNT);
  const arrived = ops.and(ops.shrU(after, u32(10)), COUNT);
  const isComplete = ops.andB(ops.ne(arrived, u32(0)), ops.leU(members, arrived));
  const next = ops.add(ops.sub(after, ops.shl(arrived, u32(10))), u32(FBARRIER.round));
  return select(isComplete, next, after);
}

const stored = (address: Ex<'u32'>, value: Ex<'u32'>): Stmt => ({
  kind: 'store',
  space: 'lds',
  bits: 32,
  address,
  value,
  valid: isFirstLane,
});

const SYNCHRONISES = { traits: { synchronises: true } } as const;

const FBARRIERS: readonly AluRow[] = [
  ['fbarrier_init', 'an fbarrier without members', ({ S0 }) => [stored(S0.u32, u32(0))]],
  [
    'fbarrier_change',
    'S1 more members and arrivals, by the first active lane',
    ({ S0, S1 }) => [stored(S0.u32, changed(load('lds', 32, S0.u32, isFirstLane), S1.u32))],
    SYNCHRONISES,
  ],
  [
    'fbarrier_round',
    'D = number of the round',
    ({ D, S0 }) => [D.set(ops.and(load('lds', 32, S0.u32), ROUND))],
    SYNCHRONISES,
  ],
];

export const GROUP_ATOMIC = rowsOf('IL_GROUP_ATOMIC', SLOTS, [
  ...rowsOfSegment('group', ({ S0 }) => [{ space: 'lds', address: S0.u32 }]),
  ...FBARRIERS,
]);
