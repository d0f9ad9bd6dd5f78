// Assumptions on which registers are linear (linear/forms.ts) where a block begins: local ids follow one another in the
// lanes, and all checks hold. Code that depends on an assumption runs only after its check.

import { isVector } from '../../isa/evaluate.js';
import { required } from '../../util/required.js';
import { type Block, type BlockKey, type FlowGraph, keyOf, type Placed } from '../analysis/flow.js';
import { SCALAR, usesIn } from '../analysis/registers.js';
import { maskIndex } from '../analysis/vector-facts.js';
import { AT_START } from '../kernel/machine.js';
import { Forms, type Steps } from './forms.js';

/** Steps of registers, and masks of which all lanes have the same bit. */
export class BlockAssumptions implements Steps {
  constructor(
    private readonly registers = new Map<number, number>(),
    private readonly masks = new Set<number>(),
  ) {}

  readonly register = (register: number): number | undefined => this.registers.get(register);
  readonly mask = (index: number): boolean => this.masks.has(index);

  guessed(): Iterable<number> {
    return this.registers.keys();
  }

  copy(): BlockAssumptions {
    return new BlockAssumptions(new Map(this.registers), new Set(this.masks));
  }

  /** Forgets what others do not guess too. @returns whether there was such a thing */
  meet(others: BlockAssumptions): boolean {
    let changed = false;
    for (const [register, step] of this.registers) {
      if (others.registers.get(register) !== step) changed = this.registers.delete(register);
    }
    for (const mask of this.masks) if (!others.masks.has(mask)) changed = this.masks.delete(mask);
    return changed;
  }

  /** Continues behind an instruction. */
  pass(placed: Placed): void {
    const { instruction, statements } = placed;
    const vector = isVector(instruction.def);
    const forms = new Forms(instruction, this);
    const checks: (() => void)[] = [];
    for (const stmt of vector ? statements : []) {
      const operand = stmt.kind === 'write' || stmt.kind === 'mask' ? instruction.operands[stmt.slot] : undefined;
      if (stmt.kind === 'write' && stmt.when === undefined && operand?.kind === 'vgpr') {
        const step = forms.of(stmt.value)?.step;
        if (step === undefined) continue;
        const first = operand.index + stmt.dword;
        checks.push(() => this.registers.set(first, step));
        if (stmt.value.ty === 'u64') checks.push(() => this.registers.set(first + 1, 0));
      } else if (stmt.kind === 'mask' && forms.of(stmt.value)?.step === 0) {
        const mask = maskIndex(instruction, stmt.slot);
        if (mask !== undefined) checks.push(() => this.masks.add(mask));
      }
    }
    for (const register of usesIn(placed).writes) {
      this.registers.delete(register);
      for (const half of [0, 1]) this.masks.delete(register - SCALAR - half);
    }
    for (const note of checks) note();
  }
}

/** The guesses at the beginning of every block. */
export function guessSteps(graph: FlowGraph): readonly BlockAssumptions[] {
  const states: (BlockAssumptions | undefined)[] = graph.blocks.map(() => undefined);
  const work: number[] = [];
  const waiting = new Set<number>();
  const arrive = (key: BlockKey | undefined, guesses: BlockAssumptions): void => {
    const index = key && graph.index.get(keyOf(key));
    if (index === undefined) return;
    const before = states[index];
    if (before && !before.meet(guesses)) return;
    states[index] ??= guesses.copy();
    if (waiting.has(index)) return;
    waiting.add(index);
    work.push(index);
  };
  // In whichever mode wavefronts start.
  for (const block of graph.blocks)
    if (block.pc === graph.start.pc) arrive(block, new BlockAssumptions(new Map(AT_START)));
  for (let index = work.pop(); index !== undefined; index = work.pop()) {
    waiting.delete(index);
    const block = required(graph.blocks[index], 'block');
    const guesses = required(states[index], 'state of the block').copy();
    for (const placed of passed(block)) guesses.pass(placed);
    if (block.ending !== 'jump') arrive(block.next, guesses);
    arrive(block.target, guesses);
  }
  return states.map((guesses) => guesses ?? new BlockAssumptions());
}

const passed = ({ body, last, ending }: Block): readonly Placed[] =>
  last && ending !== 'leave' ? [...body, last] : body;
