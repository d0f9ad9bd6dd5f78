// Values used after loops that lanes leave in different iterations, in LLVM IR text: the i of `for (i = 0; i < 9; i++)
// if (lane(i)) break;`. A value that is uniform in an iteration is in a scalar register. LLVM copies it to a vector
// register in each iteration, but its pass "SI Fold Operands" lets users after the loop read the scalar register
// itself, which has the value of the last iteration (corrected in 23); this also affects parts of composed values. No
// flag disables that. An opaque copy in the loop preserves the value of each lane.
import { type IrBlock, type IrValue, isPhi, readFlow } from '../ir/flow.js';
import { isKernel, readHead } from '../ir/function-head.js';
import { Graph } from '../ir/graph.js';
import type { IrInstruction } from '../ir/instruction.js';
import { localNames } from '../ir/lexical.js';
import { type IrFunction, mapFunctions } from '../ir/module.js';
import { copyOf } from '../ir/opaque-copy.js';
import { resultType } from '../ir/result-type.js';
import { integerBits, isPointer, isVector } from '../ir/type-text.js';
import { uniformity } from '../ir/uniformity.js';
import { rewriteFunction, versionPass } from './pass.js';

const COMPOSITIONS: readonly string[] = ['insertelement', 'shufflevector'];
/** Operations that may compose values of several registers. */
const OF_PARTS: readonly string[] = 'bitcast freeze zext sext shl lshr ashr or and xor inttoptr ptrtoint'.split(' ');

const hasParts = (type = ''): boolean =>
  isVector(type) || isPointer(type) || type === 'double' || integerBits(type) === 64;

/** True if a value is composed of registers: some may be scalar although the whole is divergent. */
function isComposed(instruction: IrInstruction): boolean {
  const { opcode, typedOperands } = instruction;
  if (COMPOSITIONS.includes(opcode)) return true;
  if (!OF_PARTS.includes(opcode)) return false;
  return hasParts(resultType(instruction)) || typedOperands.some(({ type }) => hasParts(type));
}

/** Names of a function's divergent parameters: those of kernels are uniform. */
function divergentParameters(define: string): readonly string[] {
  const head = readHead(define);
  return head && !isKernel(head) ? head.parameters.flatMap(localNames) : [];
}

/** True if lanes may leave a loop in different iterations. */
const leavesApart = (loop: ReadonlySet<IrBlock>, same: (name: string) => boolean): boolean =>
  [...loop].some(
    ({ successors, condition }) =>
      successors.some((one) => !loop.has(one)) && condition !== undefined && !same(condition),
  );

/** Values of a function that need a copy, each with its uses after the loop. */
function leaving(one: IrFunction): Map<IrValue, IrInstruction[]> {
  const flow = readFlow(one);
  const graph = new Graph(flow.blocks);
  const uses = new Map<IrValue, IrInstruction[]>();
  if (graph.loops.length === 0) return uses;
  const { differs, same } = uniformity(flow, graph, divergentParameters(one.define));
  const apart = new Set(graph.loops.filter((loop) => leavesApart(loop, same)));
  for (const { block, instruction } of flow.blocks.flatMap(({ values }) => values))
    for (const name of new Set(instruction.uses)) {
      const value = flow.values.get(name);
      if (!value || value.block === block) continue;
      if (!graph.left(value.block, block).some((loop) => apart.has(loop))) continue;
      if (differs(name) && !isComposed(value.instruction)) continue;
      uses.set(value, [...(uses.get(value) ?? []), instruction]);
    }
  return uses;
}

/** The instruction after which a value's copy is inserted: after all phis of a block. */
const placeOf = (value: IrValue): IrInstruction =>
  (isPhi(value) ? (value.block.values.findLast(isPhi) ?? value) : value).instruction;

/** Copies by the instruction before them, and new names of values by the instruction that reads them. */
interface LeavingCopies {
  readonly lines: Map<IrInstruction, string[]>;
  readonly renamed: Map<IrInstruction, Map<string, string>>;
}

function copiesOf(one: IrFunction): LeavingCopies {
  const copies: LeavingCopies = { lines: new Map(), renamed: new Map() };
  let count = 0;
  for (const [value, users] of leaving(one)) {
    const type = resultType(value.instruction);
    const name = `%atoll.leave.${count}`;
    const copy = type === undefined || value.name === undefined ? undefined : copyOf(name, type, value.name);
    if (!copy || value.name === undefined) continue;
    count++;
    const place = placeOf(value);
    copies.lines.set(place, [...(copies.lines.get(place) ?? []), ...copy]);
    for (const user of users) {
      const names = copies.renamed.get(user) ?? new Map<string, string>();
      copies.renamed.set(user, names.set(value.name, name));
    }
  }
  return copies;
}

function repairFunction(one: IrFunction): IrFunction {
  const { lines, renamed } = copiesOf(one);
  if (lines.size === 0) return one;
  return rewriteFunction(one, (instruction) => {
    const [names, after] = [renamed.get(instruction), lines.get(instruction)];
    if (!names && !after) return undefined;
    return [
      ...(names ? instruction.withNames((name) => names.get(name) ?? name) : instruction.lines),
      ...(after ?? []),
    ];
  });
}

/** Preserves the values with which lanes leave loops. */
export const temporalDivergence = versionPass(
  'turns',
  "'SI Fold Operands'",
  (module) => mapFunctions(module, repairFunction),
  [203256],
);
