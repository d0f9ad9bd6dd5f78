// The stack of s_cbranch_g_fork, s_cbranch_i_fork and s_cbranch_join: entries of four SGPRs (EXEC, then the address to
// continue at) from s0 up, with the stack pointer in MODE[31:29]. Manual: "Program Flow Control", "Branching with forks
// and joins".

import { EXEC, type Ex, MODE, NEXTPC, ops, SGPR, type Stmt, select, u32 } from '../../language/expr.js';
import { CONTROL_STACK_BIT } from '../mode.js';

const { add, and, and64, andB, eq64, ltU, not64, notB, or, orB, popcnt64, shl, shrU } = ops;

/** Number of entries on the stack. */
export const controlStackPointer = (): Ex<'u32'> => shrU(MODE.u32, u32(CONTROL_STACK_BIT));

/** MODE with another stack pointer; it has three bits. */
export const withControlStackPointer = (pointer: Ex<'u32'>): Ex<'u32'> =>
  or(and(MODE.u32, u32((1 << CONTROL_STACK_BIT) - 1)), shl(pointer, u32(CONTROL_STACK_BIT)));

/**
 * Branches by a mask of lanes. If all active lanes agree, goes their way. Otherwise pushes the larger half with its
 * address and continues with the smaller (the passing lanes, when the halves are equal).
 */
export function fork(condition: Ex<'u64'>, target: Ex<'u64'>): Stmt[] {
  const pass = and64(EXEC.u64, condition);
  const fail = and64(EXEC.u64, not64(condition));
  const allPass = eq64(pass, EXEC.u64);
  const split = notB(orB(allPass, eq64(fail, EXEC.u64)));
  const failFirst = ltU(popcnt64(fail), popcnt64(pass));
  const depth = controlStackPointer();
  const entry = shl(depth, u32(2));
  return [
    EXEC.set(select(split, select(failFirst, fail, pass), EXEC.u64)),
    SGPR.set(entry, select(failFirst, pass, fail), split),
    SGPR.set(add(entry, u32(2)), select(failFirst, target, NEXTPC), split),
    MODE.set(select(split, withControlStackPointer(add(depth, u32(1))), MODE.u32)),
    { kind: 'branch', when: orB(allPass, andB(split, notB(failFirst))), target },
  ];
}

/**
 * The address that a branch with a 16-bit signed distance in dwords goes to, counted from the following instruction.
 */
export const branchTarget = (distance: Ex<'u32'>): Ex<'u64'> =>
  ops.add64(NEXTPC, ops.shl64(ops.sext64(distance), u32(2)));
