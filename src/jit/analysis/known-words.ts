// Registers whose values are known when a kernel is compiled: constants that compilers move into registers because an
// encoding has no room for them, or share between instructions. A VGPR is known for the active lanes: other lanes do
// not matter until EXEC grows.

import type { AddressSpace } from '../../emulator/address-space.js';
import type { Instruction } from '../../isa/instruction.js';
import type { Isa } from '../../isa/isa.js';
import type { Ex } from '../../isa/language/expr.js';
import { required } from '../../util/required.js';
import { constantOf, withSign } from './constants.js';
import { type Block, type BlockKey, type FlowGraph, keyOf, type Placed } from './flow.js';
import { growsExec } from './liveness.js';
import { execNumbers, SCALAR, usesIn } from './registers.js';

type Source = Extract<Ex, { kind: 'src' }>;

/** Words by register (registers.ts). */
export class ConstantWords {
  constructor(
    private readonly space: AddressSpace,
    private readonly words: Map<number, number> = new Map(),
  ) {}

  copy(): ConstantWords {
    return new ConstantWords(this.space, new Map(this.words));
  }

  /** Value of an operand's node. */
  value({ operands }: Pick<Instruction, 'operands'>, { ty, slot, dword, half }: Source): bigint | undefined {
    const operand = operands[slot];
    if (half || (operand?.kind !== 'vgpr' && operand?.kind !== 'scalar')) return undefined;
    if (ty !== 'u32' && ty !== 'u64' && ty !== 'f32') return undefined;
    const first = (operand.kind === 'vgpr' ? 0 : SCALAR) + operand.index + dword;
    const [low, high] = [this.words.get(first), ty === 'u64' ? this.words.get(first + 1) : 0];
    if (low === undefined || high === undefined) return undefined;
    return ty === 'f32' ? withSign(operand, low) : BigInt(low) | (BigInt(high) << 32n);
  }

  /** Forgets what others do not know too. @returns whether there was such a thing */
  meet(others: ConstantWords): boolean {
    let changed = false;
    for (const [register, word] of this.words) {
      if (others.words.get(register) !== word) changed = this.words.delete(register);
    }
    return changed;
  }

  /** Continues behind an instruction. */
  pass(placed: Placed, mode: number): void {
    const { writes } = usesIn(placed);
    if (writes.size === 0) return;
    const written = this.results(placed, mode);
    if (this.words.size > 0) this.forget(placed, writes);
    for (const [register, word] of written) this.words.set(register, word);
  }

  private forget(placed: Placed, writes: ReadonlySet<number>): void {
    for (const register of writes) this.words.delete(register);
    if (growsExec(placed)) for (const register of this.words.keys()) if (register < SCALAR) this.words.delete(register);
  }

  private results(placed: Placed, mode: number): readonly (readonly [register: number, word: number])[] {
    const { instruction, pc, statements } = placed;
    const source = (node: Source): bigint | undefined => this.value(instruction, node);
    const step = {
      instruction,
      nextPc: this.space.addressOf(pc + instruction.size),
      memoryBase: this.space.base,
      mode,
      source,
    };
    return statements.flatMap((stmt) => {
      const operand = stmt.kind === 'write' && stmt.when === undefined ? instruction.operands[stmt.slot] : undefined;
      if (stmt.kind !== 'write' || (operand?.kind !== 'vgpr' && operand?.kind !== 'scalar')) return [];
      const { ty } = stmt.value;
      const value = ty === 'u32' || ty === 'u64' ? constantOf(stmt.value, step) : undefined;
      if (value === undefined) return [];
      const first = (operand.kind === 'vgpr' ? 0 : SCALAR) + operand.index + stmt.dword;
      const words = (ty === 'u64' ? [0n, 32n] : [0n]).map((shift) => Number(BigInt.asUintN(32, value >> shift)));
      return words
        .map((word, n) => [first + n, word] as const)
        .filter(([register]) => isPreserved(instruction.def.isa, register));
    });
  }
}

/** EXEC changes in more ways than by writes of its words. */
const isPreserved = (isa: Isa, register: number): boolean => !execNumbers(isa).includes(register);

/** Known words at the beginning of every block of a graph; each block has its own. */
export function knownWords(graph: FlowGraph): readonly ConstantWords[] {
  const nothing = new ConstantWords(graph.space);
  // A computed jump arrives anywhere.
  if (graph.blocks.some(({ ending }) => ending === 'dynamic'))
    return graph.blocks.map(() => new ConstantWords(graph.space));
  const states: (ConstantWords | undefined)[] = graph.blocks.map(() => undefined);
  const work: number[] = [];
  const waiting = new Set<number>();
  const arrive = (key: BlockKey | undefined, words: ConstantWords): void => {
    const index = key && graph.index.get(keyOf(key));
    if (index === undefined) return;
    const before = states[index];
    if (before && !before.meet(words)) return;
    states[index] ??= words.copy();
    if (waiting.has(index)) return;
    waiting.add(index);
    work.push(index);
  };
  for (const entry of graph.entries) arrive(entry, nothing);
  for (let index = work.pop(); index !== undefined; index = work.pop()) {
    waiting.delete(index);
    const block: Block = required(graph.blocks[index], 'block');
    const words = required(states[index], 'state of the block').copy();
    for (const placed of block.body) words.pass(placed, block.mode);
    // The interpreter executes the last instruction, and continues where it leads.
    if (block.ending === 'leave') arrive(block.next, nothing);
    else {
      if (block.last) words.pass(block.last, block.mode);
      if (block.ending !== 'jump') arrive(block.next, words);
      arrive(block.target, words);
    }
  }
  return states.map((words) => words ?? new ConstantWords(graph.space));
}
