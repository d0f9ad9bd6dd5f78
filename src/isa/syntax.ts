// Assembly syntax of an instruction set.

import type { InstructionDef } from './define.js';
import type { Instruction } from './instruction.js';
import { layoutOf, type SlotLayout } from './layout.js';
import type { Printing } from './print.js';

/** Kind of the 16-bit constant of an instruction. */
export type ConstantKind = 'none' | 'optional' | 'number' | 'branch' | 'waitCounts' | 'message' | 'hardwareRegister';

/** Encodings of one instruction: of 32 and 64 bits, with parts of registers, with registers of other lanes. */
export type Form = 'e32' | 'e64' | 'sdwa' | 'dpp';

/** Names inside operands and modifiers that are no registers. */
export interface Names {
  printWaitCounts(constant: number): string;
  printHardwareRegister(constant: number): string;
  printMessage(constant: number): string;
}

/** Text of operands and modifiers. */
export interface Printer {
  /** Fields that the operands show. */
  implied(instruction: Instruction): readonly string[];
  /** Texts of the operands, which commas part. */
  operands(printing: Printing): string[];
  /** Modifiers behind them, each with a blank before it. */
  modifiers(printing: Printing): string;
}

export interface Syntax {
  /** The meaning of simm16; undefined if it is no operand. */
  constantKind(def: InstructionDef): ConstantKind | undefined;
  /** Operands in the order of the text; 'vcc' where VCC is written although it is not encoded. */
  operandSyntax(def: InstructionDef): readonly (SlotLayout | 'vcc')[];
  /** True if the text contains an operand; some exist only with certain fields. */
  isWritten(def: InstructionDef, slot: SlotLayout, fields: Readonly<Record<string, number>>): boolean;
  /** The name with the suffix of its form, for an instruction with two forms. */
  mnemonic(def: InstructionDef): string;
  /** The suffix of a mnemonic that selects this form. */
  form(def: InstructionDef): Form;
  readonly printer: Printer;
  readonly names: Names;
}

/** True if simm16 is the distance of a branch. */
export const isBranch = (def: InstructionDef): boolean => def.isa.syntax.constantKind(def) === 'branch';
/** True if the constant precedes the register: it is the destination. */
export const constantFirst = (def: InstructionDef): boolean =>
  def.isa.syntax.constantKind(def) === 'hardwareRegister' && !layoutOf(def).slots[0]?.shape.written;
export const mnemonic = (def: InstructionDef): string => def.isa.syntax.mnemonic(def);
