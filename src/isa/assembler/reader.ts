// Reader of an instruction set's names: only the assembler and the debugger use it, so it is no part of the value that
// runs code.

import type { InstructionDef } from '../define.js';
import type { Isa } from '../isa.js';
import type { Syntax } from '../syntax.js';
import type { Draft } from './draft.js';

/** A register as a person writes it. */
export interface RegisterName {
  readonly bank: 'scalar' | 'vgpr';
  /** Operand code of a scalar register; number of a VGPR. */
  readonly index: number;
  readonly count: number;
}

/** The value of a number or an expression in the text; undefined when it is none. */
export type ReadNumber = (text: string) => number | undefined;

/**
 * Syntax of the instructions of one format, where it differs. Functions that read return the reason when they cannot.
 */
export interface FormReader {
  /** The operands with commas between all of them. */
  listed?(text: string): string;
  /** A modifier that may stand among the operands. */
  isModifier?(part: string): boolean;
  /** Fields that are not 0 when nothing is said of them. */
  readonly initial?: (def: InstructionDef) => Readonly<Record<string, number>>;
  /** Fields that modifiers of other names set: their readers. */
  readonly modifiers?: Readonly<Record<string, (draft: Draft, value: string, read: ReadNumber) => string | undefined>>;
  /** Takes operands that are fields away. */
  takeFields?(draft: Draft, texts: string[]): string | undefined;
  /** After an operand was read. */
  placed?(draft: Draft, slot: string, index: number): void;
  /** True if a slot of `count` registers may be written with this many. */
  countFits?(slot: string, written: number, count: number): boolean;
  /** Forms that are derived from other formats, in one sentence. */
  readonly derived?: string;
  /** Operands in a description of the syntax that are no slots: before and behind them. */
  readonly around?: readonly [before: readonly string[], behind: readonly string[]];
}

/** Readers of names return undefined for any other text. */
export interface Reader {
  /** By format. */
  readonly forms: Readonly<Record<string, FormReader | undefined>>;
  /** The text of the instruction that ends a wavefront. */
  readonly end: string;
  /**
   * A register's name, range or list (`[s0,s1]`). Numbers are not checked against the size of the file.
   * @param number reads what stands between brackets
   */
  parseRegister(text: string, number?: ReadNumber): RegisterName | undefined;
  parseWaitCounts(text: string, read: ReadNumber): number | undefined;
  parseHardwareRegister(text: string, read: ReadNumber): number | undefined;
  parseMessage(text: string, read: ReadNumber): number | undefined;
  parseSwizzle(text: string): number | undefined;
}

/** By the syntax that is read. */
const READERS = new Map<Syntax, Reader>();

/** Adds the reader of a syntax that this thread did not know. */
export function addReader(of: Syntax, added: Reader): void {
  READERS.set(of, added);
}

/** Reader of the names of an instruction set. */
export function readerOf(isa: Isa): Reader {
  const reader = READERS.get(isa.syntax);
  if (!reader) throw new TypeError(`nothing reads the syntax of ${isa.name}`);
  return reader;
}
