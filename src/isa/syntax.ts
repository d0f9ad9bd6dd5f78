// What an instruction set says of its assembly syntax.

import type { InstructionDef } from './define.js';
import type { Instruction } from './instruction.js';
import { layoutOf, type SlotLayout } from './layout.js';
import type { Printing } from './print.js';

/** What the 16-bit constant of an instruction is. */
export type ConstantKind = 'none' | 'optional' | 'number' | 'branch' | 'waitCounts' | 'message' | 'hardwareRegister';

/** Encodings of one instruction: of 32 and 64 bits, with parts of registers, with registers of other lanes. */
export type Form = 'e32' | 'e64' | 'sdwa' | 'dpp';

/** Names inside operands and modifiers that are no registers. */
export interface Names {
  printWaitCounts(constant: number): string;
  printHardwareRegister(constant: number): string;
  printMessage(constant: number): string;
}

/** How operands and modifiers are written. */
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
  /** Whether the text contains an operand; some exist only with certain fields. */
  isWritten(def: InstructionDef, slot: SlotLayout, fields: Readonly<Record<string, number>>): boolean;
  /** The name with the suffix of its form, for an instruction with two forms. */
  mnemonic(def: InstructionDef): string;
  /** The suffix of a mnemonic that selects this form. */
  form(def: InstructionDef): Form;
  readonly printer: Printer;
  readonly names: Names;
}

/** Whether simm16 is the distance of a branch. */
export const isBranch = (def: InstructionDef): boolean => def.isa.syntax.constantKind(def) === 'branch';
/** Whether the constant stands before the register: where it is what is written. */
export const constantFirst = (def: InstructionDef): boolean =>
  def.isa.syntax.constantKind(def) === 'hardwareRegister' && !layoutOf(def).slots[0]?.shape.written;
export const mnemonic = (def: InstructionDef): string => def.isa.syntax.mnemonic(def);
