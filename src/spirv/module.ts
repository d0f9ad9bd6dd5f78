// A SPIR-V module as values: its header and its instructions in order. Offsets are counted in words of 32 bits from the
// start of the module.

import { AtollError } from '../util/errors.js';
import type { GrammarRow } from './grammar/tables.js';

export interface SpirvOperand {
  /** As in `OperandRule`. */
  readonly kind: string;
  readonly offset: number;
  /** The first word. */
  readonly value: number;
  /** Of strings. */
  readonly text?: string;
  /** Of numbers with a type: all bits. */
  readonly bits?: bigint;
}

export interface SpirvInstruction {
  readonly offset: number;
  readonly row: GrammarRow;
  /** Without `Op`. */
  readonly name: string;
  /** 0 if there is none. */
  readonly type: number;
  /** 0 if there is none. */
  readonly result: number;
  readonly operands: readonly SpirvOperand[];
}

export interface NumberType {
  readonly width: number;
  readonly isFloat: boolean;
  readonly isSigned: boolean;
}

export interface SpirvModule {
  /** The file or the program's object, for messages. */
  readonly name: string;
  readonly major: number;
  readonly minor: number;
  readonly generator: number;
  readonly bound: number;
  readonly schema: number;
  readonly instructions: readonly SpirvInstruction[];
  /** Types of numbers by their id. */
  readonly numbers: ReadonlyMap<number, NumberType>;
  /** Names of extended sets by the id of their import. */
  readonly imports: ReadonlyMap<number, string>;
}

const REPLACE = 'Make the module again; spirv-val says more about invalid ones.';

/** An error at a word of a module. */
export const spirvError = (name: string, offset: number, what: string, hint = REPLACE): AtollError =>
  new AtollError('BAD_INPUT', `${name}: SPIR-V word ${offset}: ${what}`, hint);

/** Something that valid modules may have, and Atoll does not support. */
export const spirvRefusal = (name: string, offset: number, what: string, hint: string): AtollError =>
  new AtollError('UNSUPPORTED', `${name}: SPIR-V word ${offset}: ${what}`, hint);

const ID_KINDS: readonly string[] = ['I', 'IdScope', 'IdMemorySemantics'];
export const isIdKind = (kind: string): boolean => ID_KINDS.includes(kind);
