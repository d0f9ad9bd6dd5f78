// VGPRs whose numbers are computed (v_movrel): they are read from memory and written there, so such an instruction is a
// run of its own.

import { VGPR_BYTES } from '../../emulator/state.js';
import type { Ex, Stmt } from '../../isa/language/expr.js';
import type { Placed } from '../analysis/flow.js';
import { nodesOf } from '../analysis/nodes.js';
import type { Local } from '../wasm/function-builder.js';
import type { VectorValues } from './vector-values.js';

/**
 * True if an instruction needs registers in memory: its register number is computed, or it reads other lanes (dpp.ts).
 */
export function wantsRegistersInMemory({ statements }: Placed): boolean {
  return (
    statements.some((stmt) => stmt.kind === 'writeRelative') ||
    nodesOf(statements).some(({ kind }) => kind === 'relative' || kind === 'lane')
  );
}

/**
 * Byte offset of a displaced VGPR from v0, an i32 local set before the loop.
 *
 * @param beyond the offset where the kernel has no such register
 */
function displacement(v: VectorValues, slot: string, index: Ex, beyond: number): Local {
  const { run, b } = v;
  const operand = v.instruction.operands[slot];
  const first = operand?.kind === 'vgpr' ? operand.index : 0;
  return v.before(() => {
    const register = b.local('i32');
    v.scalars.word(index).i32(first).op('i32.add').set(register);
    b.get(register).i32(VGPR_BYTES).op('i32.mul').i32(beyond);
    b.get(register).i32(run.machine.vgprs).op('i32.lt_u').op('select').set(register);
    return register;
  });
}

/** The VGPR `index` behind the one of a slot; v0 where there is none. */
export function displaced(v: VectorValues, slot: string, index: Ex): Local {
  const offset = displacement(v, slot, index, 0);
  return v.keep(() => v.b.get(v.run.pointer).get(offset).op('i32.add').loadVector());
}

/** Computes what is written to a displaced VGPR; the function that is returned emits the write to the active lanes. */
export function displacedWrite(v: VectorValues, stmt: Extract<Stmt, { kind: 'writeRelative' }>): () => void {
  const { b, run } = v;
  const offset = displacement(v, stmt.slot, stmt.index, -1);
  const value = v.word(stmt.value);
  return () => {
    const address = b.local('i32');
    const active = run.activeLanes();
    b.get(offset).i32(0).op('i32.ge_s').if();
    b.get(run.pointer).get(offset).op('i32.add').tee(address).get(value).get(address).loadVector();
    b.get(active).simd('v128.bitselect').storeVector().end();
    run.noteChange();
  };
}
