// Vector instructions whose operands are known when a kernel is compiled, with what that decides left out: the classes
// that v_cmp_class tests for, counts of shifts, fields of descriptors.

import { SELECTS } from '../../emulator/constant-choices.js';
import type { InstructionDef } from '../../isa/define.js';
import { isVector } from '../../isa/evaluate.js';
import { isIndexed } from '../../isa/indexed-registers.js';
import type { Instruction } from '../../isa/instruction.js';
import type { Ex, OpName, Stmt } from '../../isa/language/expr.js';
import { visitExpressions } from '../../isa/language/trees.js';
import { required } from '../../util/required.js';
import { kindOf } from '../kernel/compilable.js';
import { type FlowGraph, statementsOf } from './flow.js';
import { type ConstantWords, knownWords } from './known-words.js';
import { nodesOf } from './nodes.js';
import { PlacedInstruction } from './placed-instruction.js';

const operatorsOf = (statements: readonly Stmt[]): number =>
  nodesOf(statements).reduce((count, { kind }) => count + Number(kind === 'op'), 0);

type OpNode = Extract<Ex, { kind: 'op' }>;
const isWord = (node: Ex): boolean => node.kind === 'src' && (node.ty === 'u32' || node.ty === 'u64');

const operators = new WeakMap<InstructionDef, readonly OpNode[]>();

/** The operators of a definition that have a word of an operand as their own. */
function operatorsOnWords(def: InstructionDef): readonly OpNode[] {
  let list = operators.get(def);
  if (!list) {
    const nodes: OpNode[] = [];
    visitExpressions(def.semantics, (ex) => {
      if (ex.kind === 'op' && ex.args.some(isWord)) nodes.push(ex);
    });
    operators.set(def, (list = nodes));
  }
  return list;
}

/**
 * True if an operator may have a known result, or a known choice of results, because of a register: a fast,
 * conservative test.
 */
function mayFold(instruction: Instruction, words: ConstantWords): boolean {
  return operatorsOnWords(instruction.def).some(({ args }) => {
    let helps = false;
    const decided = args.every((arg) => {
      if (arg.kind !== 'src') return arg.kind === 'const' || arg.kind === 'field' || isChoice(arg);
      if (instruction.operands[arg.slot]?.kind === 'const') return true;
      const isConstant = isWord(arg) && words.value(instruction, arg) !== undefined;
      helps ||= isConstant;
      return isConstant;
    });
    return decided && helps;
  });
}

const SHIFTS: ReadonlySet<OpName> = new Set(['shl', 'shrU', 'shrS', 'shl64', 'shrU64', 'shrS64']);

/** True if the instruction shifts by a known VGPR: vectors are shifted by one count, not by one for each lane. */
const shiftsByKnown = ({ def, operands }: Instruction, words: ConstantWords): boolean =>
  operatorsOnWords(def).some(({ op, args: [, count] }) => {
    if (!SHIFTS.has(op) || count?.kind !== 'src' || operands[count.slot]?.kind !== 'vgpr') return false;
    return words.value({ operands }, count) !== undefined;
  });

const isChoice = (node: Ex): boolean => node.kind === 'op' && SELECTS.has(node.op);

/** The instruction with its known operands folded in, where that saves work. */
function folded(placed: PlacedInstruction, mode: number, words: ConstantWords, apertures: boolean): PlacedInstruction {
  const { instruction } = placed;
  // With indirect indexing, the named register is not the one that is read.
  if (!isVector(instruction.def) || isIndexed(instruction, mode)) return placed;
  const shifts = shiftsByKnown(instruction, words);
  if (!shifts && !mayFold(instruction, words)) return placed;
  const statements = statementsOf(instruction, mode, apertures, (node): Ex | undefined => {
    const { ty } = node;
    const value = ty === 'u32' || ty === 'u64' ? words.value(instruction, node) : undefined;
    if (value === undefined) return undefined;
    return { kind: 'const', ty, bits: ty === 'u64' ? value : Number(value) };
  });
  const simpler = new PlacedInstruction(placed.pc, instruction, statements);
  // Instructions that the host executes read the registers.
  if (kindOf(simpler, mode) !== 'vector') return placed;
  const saves = shifts || kindOf(placed, mode) !== 'vector';
  return saves || operatorsOf(statements) < operatorsOf(placed.statements) ? simpler : placed;
}

/** Folds what is known of registers into the instructions of a graph's blocks. */
export function foldKnownWords(graph: FlowGraph): void {
  const atStart = knownWords(graph);
  graph.blocks.forEach((block, index) => {
    const words = required(atStart[index], 'known words of the block');
    const body = block.body.map((placed) => {
      const result = folded(placed, block.mode, words, graph.apertures);
      words.pass(placed, block.mode);
      return result;
    });
    graph.blocks[index] = { ...block, body };
  });
}
