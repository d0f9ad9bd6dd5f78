// Uniform values in LLVM IR text (equal in all lanes of a wavefront), and those that LLVM considers divergent.
import { type FunctionFlow, type IrValue, isPhi } from './flow.js';
import type { Graph } from './graph.js';
import type { IrInstruction } from './instruction.js';
import { isLocalName } from './operand.js';
import { pointerSpace } from './typed-values.js';

const TARGET = '@llvm.amdgcn.';
const ofTarget = (names: readonly string[]): string[] => names.map((name) => `${TARGET}${name}`);
/** Intrinsics whose results are divergent. */
const DIVERGENT = ofTarget(['workitem.id', 'mbcnt']);
/** Operations with a uniform result of divergent operands. */
const AGREED = ofTarget(['readfirstlane', 'readlane', 'ballot', 'icmp', 'fcmp']);
/** Beginnings of the target's intrinsics with a uniform result of uniform operands; all others are. */
const PURE = ofTarget('workgroup.id implicitarg kernarg dispatch rcp rsq div fract fmed ubfe sbfe mul'.split(' '));
const GENERIC = 0;
const PRIVATE = 5;

function isDivergentLoad({ opcode, typedOperands: [address] }: IrInstruction): boolean {
  if (opcode !== 'load' || !address || !isLocalName(address.value)) return false;
  const space = pointerSpace(address.type);
  return space === GENERIC || space === PRIVATE;
}

/** Sources of divergence: work-item ids, results of atomics, private memory, vector registers. */
function isSource(instruction: IrInstruction): boolean {
  const { opcode } = instruction;
  if (opcode === 'call') return instruction.isAssembly || instruction.calls(...DIVERGENT);
  return opcode === 'atomicrmw' || opcode === 'cmpxchg' || isDivergentLoad(instruction);
}

/** True if a call's result is uniform if its operands are. */
function isPure({ callee = '' }: IrInstruction): boolean {
  if (!callee.startsWith(TARGET)) return callee.startsWith('@llvm.');
  return PURE.some((name) => callee.startsWith(name));
}

export interface Uniformity {
  /** LLVM keeps the value in vector registers. */
  readonly differs: (name: string) => boolean;
  /** The value is equal in all active lanes, independent of earlier control flow. */
  readonly same: (name: string) => boolean;
}

/** A value that an instruction defines. */
interface NamedValue extends IrValue {
  readonly name: string;
}

/** The transitive closure of dependent values. */
function following(values: readonly NamedValue[], seeds: readonly string[]): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const { name, instruction } of values)
    for (const operand of instruction.uses) {
      const list = users.get(operand);
      if (list) list.push(name);
      else users.set(operand, [name]);
    }
  const divergent = new Set(seeds);
  for (const name of divergent) for (const user of users.get(name) ?? []) divergent.add(user);
  return divergent;
}

/**
 * True if a phi of uniform values may be divergent. One with a single predecessor is uniform, as is one at the head of
 * a loop with one entry and one back edge, where lanes converge after each iteration. Others are unknown.
 */
function chooses({ block, instruction }: IrValue, graph: Graph): boolean {
  if (new Set(instruction.incoming.map(({ value }) => value)).size === 1) return false;
  const back = block.predecessors.filter((one) => graph.dominates(block, one));
  return !(block.predecessors.length === 2 && back.length === 1);
}

/** True if a value that is no source may be divergent itself, independent of its operands. */
function mayDiffer(value: IrValue, { values }: FunctionFlow, graph: Graph): boolean {
  const { instruction, block } = value;
  if (instruction.opcode === 'call' && !isPure(instruction)) return true;
  if (isPhi(value) && chooses(value, graph)) return true;
  // A value used after a loop is from another iteration in lanes that left it in another iteration.
  return instruction.uses.some((name) => {
    const from = values.get(name)?.block;
    return from !== undefined && from !== block && graph.left(from, block).length > 0;
  });
}

const isNamed = (value: IrValue): value is NamedValue => value.name !== undefined;
const nameOf = ({ name }: NamedValue): string => name;

/** @param parameters names of a function's parameters that may be divergent */
export function uniformity(flow: FunctionFlow, graph: Graph, parameters: readonly string[]): Uniformity {
  const named = [...flow.values.values()].filter(isNamed);
  const sources = named.filter(({ instruction }) => isSource(instruction)).map(nameOf);
  const spreading = named.filter(({ instruction }) => !instruction.calls(...AGREED));
  const differing = following(spreading, [...sources, ...parameters]);
  const doubtful = named.filter((value) => mayDiffer(value, flow, graph)).map(nameOf);
  const varying = following(named, [...sources, ...doubtful, ...parameters]);
  return { differs: (name) => differing.has(name), same: (name) => !varying.has(name) };
}
