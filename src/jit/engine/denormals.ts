// The processor can take denormal operands for zeros (MXCSR.DAZ), for free. Kernels whose f32 mode does that, or whose
// operations do it themselves, run with it; their results are flushed where they become visible as bits. Nothing else
// may run with it: the interpreter, and f64 arithmetic, need denormals.

import { floatMode } from '../../emulator/float-mode.js';
import { isVector } from '../../isa/evaluate.js';
import type { Ex, Stmt } from '../../isa/language/expr.js';
import type { Block, FlowGraph, Placed } from '../analysis/flow.js';
import { nodesOf } from '../analysis/nodes.js';
import { CHECKED, readsDenormals } from '../floats/floats.js';
import { ROUNDED_VECTOR_FUNCTIONS } from '../floats/rounded-functions.js';
import { kindOf } from '../kernel/compilable.js';

/** Switches the calling thread: denormal operands are zeros, or not. */
export type SetDenormalsAreZero = (on: boolean) => void;

/** The state of a thread, switched only when it changes. */
export class DenormalSwitch {
  private on = false;

  constructor(private readonly set: SetDenormalsAreZero) {}

  turn(on: boolean): void {
    if (on === this.on) return;
    this.on = on;
    this.set(on);
  }
}

/** True if compiled code has the same results when the CPU treats denormal operands as zeros. */
export const runsWithoutDenormals = (graph: FlowGraph): boolean =>
  (graph.blocks.some((block) => floatMode(block.mode).f32.flushInputs) || flushesThemselves(graph)) &&
  graph.blocks.every(isSafeBlock);

/** An operation that keeps denormals looks for them then, which takes longer than to flush some other results. */
const FLUSHES_FOR_ONE = 3;

/** True if operations flush whatever MODE says, many more than keep denormals. */
function flushesThemselves({ blocks }: FlowGraph): boolean {
  let [flushes, keeps] = [0, 0];
  for (const { body } of blocks)
    for (const { statements } of body)
      for (const node of nodesOf(statements)) {
        if (node.kind !== 'op' || !readsDenormals(node)) continue;
        if (node.denorm === 'flush') flushes++;
        else if (!node.args.every(isFlushed)) keeps++;
      }
  return flushes > FLUSHES_FOR_ONE * keeps;
}

function isSafeBlock(block: Block): boolean {
  const { flushInputs, flushResults } = floatMode(block.mode).f32;
  if (flushInputs !== flushResults) return false;
  return block.body.every((placed) => {
    // Instructions that the host executes enable denormals where they need them.
    if (!isVector(placed.instruction.def) || kindOf(placed, block.mode) === 'outside') return true;
    return isSafe(placed, flushInputs);
  });
}

/** Values of f64 in registers may be denormal; those in the middle of an approximation of f32 are not. */
const touchesDoubles = (statements: readonly Stmt[]): boolean => {
  const written = statements.some((stmt) => stmt.kind === 'write' && stmt.value.ty === 'f64');
  return written || nodesOf(statements).some(({ kind, ty }) => kind === 'src' && ty === 'f64');
};

/** Sums in LDS are compiled where denormals are kept. */
const addsInMemory = (statements: readonly Stmt[]): boolean =>
  statements.some((stmt) => stmt.kind === 'atomic' && stmt.fn === 'fadd');

/** Functions that give the same of a denormal as of zero, or only look at bits; or whose result is not chosen then. */
const SAFE_FUNCTIONS: ReadonlySet<string> = new Set(['f16_from_f32', 'f32_result', 'divide_f32']);

function isSafe({ statements }: Placed, flushes: boolean): boolean {
  if (addsInMemory(statements)) return false;
  return !touchesDoubles(statements) && nodesOf(statements).every((ex) => isSafeNode(ex, flushes));
}

function isSafeNode(ex: Ex, flushes: boolean): boolean {
  if (ex.kind === 'call' && SAFE_FUNCTIONS.has(ex.name)) return true;
  if (ex.kind === 'call' && Object.hasOwn(ROUNDED_VECTOR_FUNCTIONS, ex.name)) return false;
  if (ex.kind === 'call') return ex.args.every((arg) => arg.ty !== 'f32' || isFlushed(arg));
  if (ex.kind !== 'op' || !readsDenormals(ex)) return true;
  return (flushes && ex.denorm !== 'keep') || ex.denorm === 'flush' || CHECKED.has(ex.op) || ex.args.every(isFlushed);
}

const isFlushed = (node: Ex): boolean => node.kind === 'op' && node.op === 'fflush';
