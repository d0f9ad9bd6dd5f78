// Branches and the reconvergence stack (PRM 2.12). Where lanes differ in the condition of a branch, its immediate
// post-dominator becomes an open point, with all lanes. The lanes of one side continue, the others wait as a side.
// At the point, the waiting sides continue one after the other, the last pushed first. Then the
// point is closed, and all of its lanes continue.
//
// Each jump has one target in its code, so that compiled code keeps it: the side to resume is looked up once (`peek`),
// and compared with each side that may wait at a point.

import type { Operands } from '../../define.js';
import { EXEC, type Ex, field, NEXTPC, ops, type Stmt, select, u32, u64 } from '../../language/expr.js';
import { MESSAGE_SIGNAL } from '../../messages.js';
import { rowsOf } from '../family.js';
import { LABEL_BITS } from '../registers.js';

const { add, add64, and64, eq, eq64, ne, not64, or, orB, shl, sub } = ops;

const LABEL = field('label');
const WORD = field('word');
const TARGET: Ex<'u64'> = add64(NEXTPC, ops.sext64(field('word')));
const jump = (when?: Ex<'b1'>): Stmt => ({ kind: 'branch', when, target: TARGET });
const effect = (name: 'endpgm' | 'barrier' | 'nop' | 'trap' | 'message' | 'yield', ...args: readonly Ex[]): Stmt => ({
  kind: 'effect',
  name,
  args,
});
const NONE = u64(0n);

export const CONTROL = rowsOf(
  'IL_CONTROL',
  ['D', 'S0'],
  [
    [
      'cbr_b1',
      'to the target where S0 has all active lanes',
      ({ S0 }) => [jump(eq64(and64(EXEC.u64, not64(S0.u64)), NONE))],
    ],
    ['unless', 'to the target where S0 has no active lane', ({ S0 }) => [jump(eq64(and64(EXEC.u64, S0.u64), NONE))]],
    ['take', 'EXEC &= S0', ({ S0 }) => [EXEC.set(and64(EXEC.u64, S0.u64))]],
    ['drop', 'EXEC &= ~S0', ({ S0 }) => [EXEC.set(and64(EXEC.u64, not64(S0.u64)))]],
    ['literal', 'D = the second word', ({ D }) => [D.set(WORD)]],
    ['add_scalar', 'D = S0 + the second word', ({ D, S0 }) => [D.set(add(S0.u32, WORD))]],
    ['br', 'to the target', () => [jump()]],
    ['jump', 'to the target', () => [jump()]],
    ['call', 'to the function, whose code follows', () => [jump()]],
    ['ret', 'to the end of the function', () => [jump()]],
    ['ret_kernel', 'to the end of the kernel', () => [jump()]],
    ['end', 'the end of the wavefront', () => [effect('endpgm')]],
    ['barrier', 'wait for the other wavefronts of the work-group', () => [effect('barrier')]],
    ['nop', 'nothing', () => [effect('nop')]],
    ['memfence', 'nothing: memory is coherent', () => [effect('nop')]],
    ['wavebarrier', 'nothing: lanes execute together', () => [effect('nop')]],
    [
      'allocation_limit',
      'halt with a fault: there is no room for what alloca is to give',
      () => [effect('trap', WORD)],
    ],
    [
      'recursion_limit',
      'halt with a fault: there is no room for the registers of another call',
      () => [effect('trap', WORD)],
    ],
    ['debugtrap', 'halt with a fault', () => [effect('trap', WORD)]],
    ['notify', 'wake a host that waits for a signal', () => [effect('message', u32(MESSAGE_SIGNAL), u32(0))]],
    ['yield', 'other wavefronts of the work-group get their turn', () => [effect('yield')]],
  ],
);

export const POINT = rowsOf(
  'IL_POINT',
  ['POINT', 'PENDING', 'STACK_POINTER'],
  [
    ['within', 'to the target where the innermost point is the label', ({ POINT }) => [jump(eq(POINT.u32, LABEL))]],
    ['outside', 'to the target where the innermost point is another one', ({ POINT }) => [jump(ne(POINT.u32, LABEL))]],
    [
      'full',
      'to the target where the stack of calls has more bytes than the label',
      ({ STACK_POINTER }) => [jump(ops.ltU(LABEL, STACK_POINTER.u32))],
    ],
    ['resume', 'to the target where the side that waits is the label', ({ PENDING }) => [jump(eq(PENDING.u32, LABEL))]],
  ],
);

const low = ops.lo;
const high = ops.hi;
const SLOTS = [
  'S1',
  'EXEC',
  'DEPTH',
  'SIDES',
  'POINT',
  'PENDING',
  'CALL',
  'OUTER',
  'OPEN_LOW',
  'OPEN_HIGH',
  'SIDE',
  'SIDE_LOW',
  'SIDE_HIGH',
] as const;

/** A side belongs to the point that is open at its depth. */
const sideAt = (label: Ex<'u32'>, depth: Ex<'u32'>): Ex<'u32'> => or(label, shl(depth, u32(LABEL_BITS)));
const ONE = u32(1);
const ALL_LANES = u64(0xffff_ffff_ffff_ffffn);

const callingLanes = ({ EXEC: exec, CALL }: Operands<(typeof SLOTS)[number]>): Stmt[] => [
  exec.set(CALL.fromLane(u32(4))),
  exec.at(1).set(CALL.fromLane(u32(5))),
];

export const STACK = rowsOf('IL_STACK', SLOTS, [
  [
    'open',
    'push the innermost point and EXEC; the label is the innermost point',
    ({ DEPTH, POINT, OUTER, OPEN_LOW, OPEN_HIGH }) => [
      OUTER.setLane(DEPTH.u32, POINT.u32),
      OPEN_LOW.setLane(DEPTH.u32, low(EXEC.u64)),
      OPEN_HIGH.setLane(DEPTH.u32, high(EXEC.u64)),
      DEPTH.set(add(DEPTH.u32, ONE)),
      POINT.set(LABEL),
    ],
  ],
  [
    'push',
    'push active lanes without S1 as the side of the label',
    ({ S1, DEPTH, SIDES, SIDE, SIDE_LOW, SIDE_HIGH }) => {
      const waiting = and64(EXEC.u64, not64(S1.u64));
      return [
        SIDE.setLane(SIDES.u32, sideAt(LABEL, DEPTH.u32)),
        SIDE_LOW.setLane(SIDES.u32, low(waiting)),
        SIDE_HIGH.setLane(SIDES.u32, high(waiting)),
        SIDES.set(add(SIDES.u32, ONE)),
      ];
    },
  ],
  [
    'peek',
    'PENDING = the label of the side on top, of the innermost point; 0 where none waits there',
    ({ DEPTH, SIDES, PENDING, SIDE }) => {
      const top = SIDE.fromLane(sub(SIDES.u32, ONE));
      const isOwn = eq(ops.shrU(top, u32(LABEL_BITS)), DEPTH.u32);
      const isNone = orB(eq(SIDES.u32, u32(0)), ops.notB(isOwn));
      return [PENDING.set(select(isNone, u32(0), ops.and(top, u32((1 << LABEL_BITS) - 1))))];
    },
  ],
  [
    'pop',
    'EXEC = the lanes of the side on top, which is removed',
    (operands) => {
      const { SIDES, SIDE_LOW, SIDE_HIGH } = operands;
      const top = sub(SIDES.u32, ONE);
      return [
        operands.EXEC.set(SIDE_LOW.fromLane(top)),
        operands.EXEC.at(1).set(SIDE_HIGH.fromLane(top)),
        SIDES.set(top),
      ];
    },
  ],
  [
    'save_call',
    'CALL = the label and what execution continues with; all lanes become active',
    (operands) => {
      const { CALL, DEPTH, SIDES, POINT } = operands;
      const values = [LABEL, DEPTH.u32, SIDES.u32, POINT.u32, low(EXEC.u64), high(EXEC.u64)];
      return [...values.map((value, lane) => CALL.setLane(u32(lane), value)), operands.EXEC.set(ALL_LANES)];
    },
  ],
  [
    'begin_call',
    'an empty stack, and the lanes that call',
    (operands) => [
      operands.DEPTH.set(u32(0)),
      operands.SIDES.set(u32(0)),
      operands.POINT.set(u32(0)),
      ...callingLanes(operands),
    ],
  ],
  ['end_call', 'all lanes become active', ({ EXEC: exec }) => [exec.set(ALL_LANES)]],
  [
    'return_site',
    'what execution continues with, from CALL; PENDING = its label',
    (operands) => [
      operands.PENDING.set(operands.CALL.fromLane(u32(0))),
      operands.DEPTH.set(operands.CALL.fromLane(u32(1))),
      operands.SIDES.set(operands.CALL.fromLane(u32(2))),
      operands.POINT.set(operands.CALL.fromLane(u32(3))),
      ...callingLanes(operands),
    ],
  ],
  [
    'close',
    'EXEC = the lanes of the innermost point, which is removed',
    (operands) => {
      const { DEPTH, POINT, OUTER, OPEN_LOW, OPEN_HIGH } = operands;
      const top = sub(DEPTH.u32, ONE);
      return [
        operands.EXEC.set(OPEN_LOW.fromLane(top)),
        operands.EXEC.at(1).set(OPEN_HIGH.fromLane(top)),
        POINT.set(OUTER.fromLane(top)),
        DEPTH.set(top),
      ];
    },
  ],
]);
