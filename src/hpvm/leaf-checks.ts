// Checks of a leaf: accesses against its declarations, queries against its nodes, and code that a GPU cannot execute.

import type { IrInstruction } from '../compiler/ir/instruction.js';
import { plainName } from '../compiler/ir/lexical.js';
import { instructionsOf } from '../compiler/ir/module.js';
import { resultType } from '../compiler/ir/result-type.js';
import { portName } from '../dataflow/extent.js';
import type { NodeInContext, Port } from '../dataflow/graph.js';
import type { ProblemReport } from './declarations.js';
import { isForeignHpvm, readHpvmCall } from './intrinsics.js';
import { isMathFunction } from './math-functions.js';
import type { EffectReader } from './memory-effects.js';
import type { HpvmFunction, HpvmModule } from './module.js';

const parameterText = (inputs: readonly Port[], index: number): string =>
  `parameter ${index} (${portName(inputs[index]?.name, index)})`;

export interface LeafContext {
  readonly module: HpvmModule;
  readonly effects: EffectReader;
}

/** Accesses through pointers that no attribute declares, and declared outputs without one. */
export function checkAccesses(
  { module, effects }: LeafContext,
  code: HpvmFunction,
  inputs: readonly Port[],
  report: ProblemReport,
): void {
  const { reads, writes } = effects.effectsOf(code);
  const placeOf = (instruction: IrInstruction): string | undefined => module.placeOf(instruction) ?? code.place;
  const isDeclared = inputs.some(({ access }) => access !== undefined);
  for (const [index, instruction] of writes)
    if (!inputs[index]?.access?.writes)
      report(`stores through ${parameterText(inputs, index)}, which has no "out"`, placeOf(instruction));
  for (const [index, instruction] of reads)
    if (isDeclared && !inputs[index]?.access?.reads)
      report(`loads through ${parameterText(inputs, index)}, which has no "in"`, placeOf(instruction));
  inputs.forEach(({ access }, index) => {
    if (access?.writes && !writes.has(index))
      report(`"out" of ${parameterText(inputs, index)}: nothing is stored there`, code.place, 'warning');
  });
}

/** Levels above the leaf of the node that each query is about. */
function nodeLevels(code: HpvmFunction): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  for (const { kind, operands, instruction } of code.calls) {
    const { result } = instruction;
    if (result === undefined) continue;
    if (kind === 'node') levels.set(result, 0);
    const own = kind === 'parent' ? levels.get(operands[0]?.value ?? '') : undefined;
    if (own !== undefined) levels.set(result, own + 1);
  }
  return levels;
}

export interface LeafQuery {
  readonly instruction: IrInstruction;
  readonly name: string;
  /** Undefined for a node that is not fixed. */
  readonly level: number | undefined;
  readonly dimension: number;
}

export function leafQueries(code: HpvmFunction): readonly LeafQuery[] {
  const levels = nodeLevels(code);
  return code.calls
    .filter(({ kind }) => kind === 'instance-id' || kind === 'instance-count' || kind === 'parent')
    .map(({ kind, instruction, name, dimension, operands }) => {
      const level = levels.get(operands[0]?.value ?? '');
      return {
        instruction,
        name,
        dimension: kind === 'parent' ? -1 : dimension,
        level: kind === 'parent' && level !== undefined ? level + 1 : level,
      };
    });
}

/** Queries of nodes that do not exist, or of dimensions that they do not have. */
export function checkQueries(
  { module }: LeafContext,
  code: HpvmFunction,
  { node, ancestors }: NodeInContext,
  report: ProblemReport,
): void {
  const nodes = [node, ...ancestors];
  for (const { instruction, name, level, dimension } of leafQueries(code)) {
    const place = module.placeOf(instruction) ?? code.place;
    if (level === undefined) {
      report(`${name} of a node that is not fixed`, place);
      continue;
    }
    const queried = nodes[level];
    if (!queried) report(`${name} above the root of the launch`, place);
    else if (queried.extents.length > 0 && dimension >= queried.extents.length)
      report(`${name} of ${queried.name}, which has ${queried.extents.length} dimensions`, place);
  }
}

/** Types without a counterpart in OpenCL C. */
const UNSUPPORTED_TYPE = /^(?:x86_fp80|fp128|ppc_fp128|bfloat|i(?:6[5-9]|[7-9]\d|\d{3,}))$/;

/** Why a GPU cannot execute an instruction; undefined if it can. */
function gpuProblem({ module }: LeafContext, instruction: IrInstruction): string | undefined {
  const { opcode, callee, typedOperands } = instruction;
  if (opcode === 'invoke' || opcode === 'resume' || opcode === 'landingpad') return 'exceptions do not exist on GPUs';
  const type = [resultType(instruction) ?? '', ...typedOperands.map((operand) => operand.type)].find((one) =>
    UNSUPPORTED_TYPE.test(one),
  );
  if (type !== undefined) return `values of type ${type} do not exist on GPUs`;
  const moved = opcode === 'load' ? resultType(instruction) : opcode === 'store' ? typedOperands[0]?.type : undefined;
  if (moved?.startsWith('ptr')) return `a pointer is ${opcode === 'load' ? 'loaded from' : 'stored to'} memory`;
  if (opcode !== 'call') return undefined;
  if (instruction.isAssembly) return 'inline assembly';
  if (callee === undefined) return 'a call by an address of a function';
  if (readHpvmCall(instruction) || isMathFunction(callee)) return undefined;
  if (isForeignHpvm(callee)) return `${plainName(callee)} is no function of HPVM-C 1.0`;
  // Those without a form in OpenCL C are errors of the kernel.
  if (callee.startsWith('@llvm.')) return undefined;
  return module.functions.has(callee) ? undefined : `a call of ${plainName(callee)}, which is outside of this program`;
}

/** Functions that a leaf calls, itself included, each once; an open one that is called again is recursive. */
function checkCode(
  context: LeafContext,
  code: HpvmFunction,
  open: readonly string[],
  seen: Set<string>,
  report: ProblemReport,
): void {
  seen.add(code.symbol);
  for (const instruction of instructionsOf(code.ir)) {
    const place = context.module.placeOf(instruction) ?? code.place;
    const problem = gpuProblem(context, instruction);
    if (problem !== undefined) report(`its target is a GPU: ${problem}`, place);
    const callee = context.module.functions.get(instruction.callee ?? '');
    if (!callee) continue;
    if ([...open, code.symbol].includes(callee.symbol))
      report(`its target is a GPU: ${callee.name} is recursive`, place);
    else if (!seen.has(callee.symbol)) checkCode(context, callee, [...open, code.symbol], seen, report);
  }
}

export const checkGpuCode = (context: LeafContext, code: HpvmFunction, report: ProblemReport): void =>
  checkCode(context, code, [], new Set(), report);
