// Queries of a work-item: its ids, its dispatch and the other lanes (PRM 5.8, 9.4, 11.1, 11.4). The lowering
// of a kernel (src/hsail/load) names the registers that hold what a launch gives.

import { LDS_APERTURE, SCRATCH_APERTURE } from '../../../abi/memory-map.js';
import { TRAP_NUMBERS } from '../../../abi/trap-numbers.js';
import { EXEC, type Ex, LANE, ops, select, TIME, u32, u64 } from '../../language/expr.js';
import { type AluRow, rowsOf, SLOTS } from '../family.js';
import { truth } from './integers.js';

const { add, add64, mul, sub } = ops;

/** Lanes below the own one. */
const BELOW: Ex<'u64'> = ops.sub64(ops.shl64(u64(1n), LANE), u64(1n));
const low = (aperture: bigint): Ex<'u32'> => u32(Number(aperture >> 32n));
const NULL = u32(-1);

/** S0 counts as null where all its bits are set; a flat null is 0. */
function segmentRows(segment: string, aperture: bigint): AluRow[] {
  const isInside = (address: Ex<'u64'>): Ex<'b1'> => ops.eq(ops.hi(address), low(aperture));
  return [
    [
      `stof_${segment}`,
      `D = flat address of an address of ${segment} memory`,
      ({ D, S0 }) => [D.set(select(ops.eq(S0.u32, NULL), u64(0n), ops.pack(S0.u32, low(aperture))))],
    ],
    [
      `ftos_${segment}`,
      `D = address of ${segment} memory of a flat address`,
      ({ D, S0 }) => [D.set(select(ops.eq64(S0.u64, u64(0n)), NULL, ops.lo(S0.u64)))],
    ],
    [
      `segmentp_${segment}`,
      `D = S0 is null, or names ${segment} memory`,
      ({ D, S0 }) => [D.set(ops.fromBool(ops.orB(ops.eq64(S0.u64, u64(0n)), isInside(S0.u64))))],
    ],
  ];
}

const isGlobal = (address: Ex<'u64'>): Ex<'b1'> =>
  ops.andB(ops.ne(ops.hi(address), low(LDS_APERTURE)), ops.ne(ops.hi(address), low(SCRATCH_APERTURE)));

const items: readonly AluRow[] = [
  [
    'currentworkgroupsize_u32',
    'D = size of this work-group: S0 is the size of whole ones, S1 its number, S2 the size of the grid',
    ({ D, S0, S1, S2 }) => {
      const left = sub(S2.u32, mul(S1.u32, S0.u32));
      return [D.set(select(ops.ltU(left, S0.u32), left, S0.u32))];
    },
  ],
  [
    'workitemabsid_u32',
    'D = number in the grid: S0 is the size of work-groups, S1 the number of this one, S2 that in it',
    ({ D, S0, S1, S2 }) => [D.set(add(mul(S0.u32, S1.u32), S2.u32))],
  ],
  [
    'workitemabsid_u64',
    'D = number in the grid: S0 is the size of work-groups, S1 the number of this one, S2 that in it',
    ({ D, S0, S1, S2 }) => [D.set(add64(ops.mulWideU(S0.u32, S1.u32), ops.zext64(S2.u32)))],
  ],
  [
    'gridgroups_u32',
    'D = number of work-groups: S0 is the size of the grid, S1 that of work-groups',
    ({ D, S0, S1 }) => {
      const quotient = ops.lo(quotientOf(add(S0.u32, sub(S1.u32, u32(1))), S1.u32));
      return [D.set(quotient)];
    },
  ],
  ['zext_u64', 'D = S0 in 64 bits', ({ D, S0 }) => [D.set(ops.zext64(S0.u32))]],
  ['clock_u64', 'D = the time', ({ D }) => [D.set(TIME)]],
  ['laneid_u32', 'D = number of the lane', ({ D }) => [D.set(LANE)]],
  [
    'waveid_u32',
    'D = number of the wavefront: S0 is the flat number in the work-group',
    ({ D, S0 }) => [D.set(ops.shrU(S0.u32, u32(6)))],
  ],
  ...segmentRows('group', LDS_APERTURE),
  ...segmentRows('private', SCRATCH_APERTURE),
  ['segmentp_global', 'D = S0 names global memory', ({ D, S0 }) => [D.set(ops.fromBool(isGlobal(S0.u64)))]],
];

/** Exact for numbers of 32 bits whose quotient f64 holds. */
function quotientOf(a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u64'> {
  return { kind: 'call', ty: 'u64', name: 'integer_quotient', args: [ops.zext64(a), ops.zext64(b), u32(0)] };
}

const lanes: readonly AluRow[] = [
  [
    'activelaneid_u32',
    'D = number of active lanes below this one',
    ({ D }) => [D.set(ops.popcnt64(ops.and64(EXEC.u64, BELOW)))],
  ],
  ['lanes_b1', 'D = active lanes in which S0 is true, as a mask', ({ D, S0 }) => [D.mask(truth(S0))]],
  ['maskcount_u32', 'D = number of lanes in the mask S0', ({ D, S0 }) => [D.set(ops.popcnt64(S0.u64))]],
  ...(['b1', 'b32'] as const).map(
    (type): AluRow => [
      `activelanepermute_${type}`,
      'D = S0 of lane S1; S2 where that is not active or S3 is true',
      ({ D, S0, S1, S2, S3 }) => {
        const lane = ops.and(S1.u32, u32(63));
        const isActive = ops.ne64(ops.and64(ops.shrU64(EXEC.u64, lane), u64(1n)), u64(0n));
        const own = ops.andB(isActive, ops.notB(truth(S3)));
        return [D.set(select(own, S0.fromLane(lane), S2.u32))];
      },
    ],
  ),
];

const firstLane = ops.ctz64(EXEC.u64);

const calls: readonly AluRow[] = [
  [
    'bad_handle_b32',
    'halt with a fault: S0 and S1, low and high, are the handle of no function that the call may have',
    ({ S0, S1 }) => {
      const [low, high] = [S0.fromLane(firstLane), S1.fromLane(firstLane)];
      return [{ kind: 'effect', name: 'trap', args: [u32(TRAP_NUMBERS.codeHandle), low, high, firstLane] }];
    },
  ],
];

export const QUERY = rowsOf('IL_QUERY', SLOTS, [...items, ...lanes, ...calls]);
