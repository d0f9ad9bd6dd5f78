// Registers of a kernel or function as vector registers: $c and $s take one, $d two, $q four, in the order of their
// first use. In kernels that need more than there are, those of the least uses are in private memory.

import { VECTOR_COUNT } from '../../isa/hsail/registers.js';
import { AtollError } from '../../util/errors.js';
import { REGISTER_KINDS, spellingOf } from '../brig/enums.js';
import { type BrigEntry, type BrigModule, listAt } from '../brig/module.js';
import type { Body } from './body.js';
import type { VariableArea } from './storage.js';

const WORDS: Readonly<Record<number, number>> = {
  [REGISTER_KINDS.control]: 1,
  [REGISTER_KINDS.single]: 1,
  [REGISTER_KINDS.double]: 2,
  [REGISTER_KINDS.quad]: 4,
};
const WORD_BYTES = 4;

export const registerName = ({ values }: BrigEntry): string =>
  `$${spellingOf(REGISTER_KINDS, values['regKind']!)![0]}${values['regNum']}`;

export const registerWords = ({ values }: BrigEntry): number => WORDS[values['regKind']!]!;

/**
 * The registers of one instruction that are in private memory, while it executes: the last ones. An instruction has at
 * most four elements of four words, an address and another operand.
 */
const SPILL_WORDS = 24;
export const FIRST_SPILLED = VECTOR_COUNT - SPILL_WORDS;

interface RegisterUse {
  readonly words: number;
  uses: number;
}

/** Registers of a body by name, in the order of their first use. */
function usesOf(module: BrigModule, { instructions }: Body): Map<string, RegisterUse> {
  const uses = new Map<string, RegisterUse>();
  const note = (operand: BrigEntry | undefined): void => {
    if (operand?.kind === 'operand_register') {
      const name = registerName(operand);
      const use = uses.get(name) ?? { words: registerWords(operand), uses: 0 };
      use.uses++;
      uses.set(name, use);
    } else if (operand?.kind === 'operand_address') note(module.operands.get(operand.values['reg']!));
    else if (operand?.kind === 'operand_operand_list')
      for (const element of listAt(module, operand.values['elements']!)) note(module.operands.get(element));
  };
  for (const { operands } of instructions) operands.forEach(note);
  return uses;
}

/** Words of all registers of a body. */
export const wordsOfRegisters = (module: BrigModule, body: Body): number =>
  [...usesOf(module, body).values()].reduce((sum, { words }) => sum + words, 0);

export class RegisterMap {
  private readonly places = new Map<string, number>();
  /** Byte offsets in private memory. */
  private readonly spilled = new Map<string, number>();
  /** The first register behind them. */
  end: number;

  /**
   * @param first the first register that is free
   * @param spills receives registers for which there is no room; absent where there is room for all
   */
  constructor(module: BrigModule, body: Body, first: number, spills?: VariableArea) {
    this.end = first;
    const uses = usesOf(module, body);
    const kept = spills ? keptOf(uses, FIRST_SPILLED - first) : uses;
    for (const [name, { words }] of uses)
      if (kept.has(name)) {
        this.places.set(name, this.end);
        this.end += words;
      } else this.spilled.set(name, spills!.reserve(words * WORD_BYTES, words * WORD_BYTES));
  }

  /** A register that HSAIL does not name. */
  reserve(): number {
    return this.end++;
  }

  /** Undefined for those in private memory. */
  placeOf(register: BrigEntry): number | undefined {
    return this.places.get(registerName(register));
  }

  /** Byte offset of a register in private memory. */
  spilledPlace(register: BrigEntry): number {
    return this.spilled.get(registerName(register))!;
  }

  /** First register and its name, in order. */
  get names(): readonly (readonly [string, number])[] {
    return [...this.places];
  }
}

/** The most used ones for which there is room. One more stays free, for what a function reserves. */
function keptOf(uses: ReadonlyMap<string, RegisterUse>, room: number): ReadonlyMap<string, RegisterUse> {
  const kept = new Map<string, RegisterUse>();
  let left = room - 1;
  for (const [name, use] of [...uses].sort(([, a], [, b]) => b.uses / b.words - a.uses / a.words)) {
    if (use.words > left) continue;
    kept.set(name, use);
    left -= use.words;
  }
  return kept;
}

/** Error of functions that call themselves, whose registers are saved. */
export const tooManyRegisters = (what: string, words: number, left: number): AtollError =>
  new AtollError(
    'LIMIT',
    `${what} needs ${words} words of registers, and there are ${left} left`,
    'the HSAIL engine has 226 words of registers for a kernel with functions that call themselves; the finalizer has more',
  );
