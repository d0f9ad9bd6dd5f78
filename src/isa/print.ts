// Instructions to assembly text: the canonical text that LLVM has for the instruction set. What LLVM's syntax cannot
// say (bits that no operand uses, modifiers where there are none) follows as `name:number`, so that no instruction is
// printed lossily.

import { valueAt } from '../util/required.js';
import type { Instruction, Operand } from './instruction.js';
import { layoutOf, type SlotLayout } from './layout.js';
import type { OperandCodes } from './operand-codes.js';
import { mnemonic } from './syntax.js';

export interface PrintOptions {
  /** The label for a branch target `distance` bytes from the following instruction, or undefined for the number. */
  readonly label?: (distance: number) => string | undefined;
}

/** The fields of an instruction and which of them have been printed. */
export interface Printing {
  readonly instruction: Instruction;
  readonly options: PrintOptions;
  readonly printed: Set<string>;
}

/** Assembly text of one instruction, without a line end. */
export function printInstruction(instruction: Instruction, options: PrintOptions = {}): string {
  const { printer } = instruction.def.isa.syntax;
  const encoded = layoutOf(instruction.def).slots.flatMap(({ codec }) => codec?.fields ?? []);
  const state: Printing = { instruction, options, printed: new Set([...printer.implied(instruction), ...encoded]) };
  const operands = printer.operands(state).join(', ');
  const modifiers = printer.modifiers(state);
  const text = [mnemonic(instruction.def), ...(operands === '' ? [] : [operands])].join(' ');
  return `${text}${modifiers}${rest(state)}`;
}

export const hex = (value: number): string => `0x${value.toString(16)}`;

/** The value of a field, which is printed then. */
export function take(state: Printing, name: string): number {
  state.printed.add(name);
  return state.instruction.fields[name] ?? 0;
}

/** Every field that is neither zero nor printed. */
function rest({ instruction, printed }: Printing): string {
  return Object.entries(instruction.fields)
    .filter(([name, value]) => value !== 0 && !printed.has(name))
    .map(([name, value]) => ` ${name}:${hex(value)}`)
    .join('');
}

/** An operand as its slot is written. */
export function slotText(codes: OperandCodes, slot: SlotLayout, operand: Operand): string {
  if (operand.kind === 'none') return 'off';
  if (slot.kind === 'smrdOffset' && operand.kind === 'const') return hex(operand.bits);
  return operandText(codes, operand, slot.shape.dwords === 2);
}

/** Text of one operand with its modifiers. */
export function operandText(codes: OperandCodes, operand: Operand, wide: boolean): string {
  const text = plainText(codes, operand, wide);
  if (operand.kind === 'none') return text;
  const absolute = operand.abs ? `|${text}|` : text;
  if (!operand.neg) return absolute;
  return operand.kind === 'const' && !operand.abs ? `neg(${absolute})` : `-${absolute}`;
}

function plainText(codes: OperandCodes, operand: Operand, wide: boolean): string {
  switch (operand.kind) {
    case 'scalar':
      return codes.scalarName(operand.index, operand.count);
    case 'vgpr':
      return codes.vgprName(operand.index, operand.count);
    case 'const':
      return operand.literal ? literalText(codes, operand.bits, wide) : inlineText(codes, operand.code, wide);
    case 'condition':
      return `src_${operand.name.toLowerCase()}`;
    case 'aperture':
      return valueAt(codes.apertures, operand.code, 'aperture').name;
    case 'ldsDirect':
      return 'src_lds_direct';
    case 'none':
      return 'off';
  }
}

const inlineText = (codes: OperandCodes, code: number, wide: boolean): string =>
  codes.apertures.get(code)?.name ?? codes.inlineFloatText(code, wide) ?? String(codes.inlineInteger(code));

/** A literal that an assembler would turn into an inline constant is marked. */
export function literalText(codes: OperandCodes, bits: number, wide: boolean): string {
  return literalIsInline(codes, bits, wide) ? `lit(${hex(bits)})` : hex(bits);
}

function literalIsInline(codes: OperandCodes, bits: number, wide: boolean): boolean {
  if (codes.integerCode(wide ? bits : bits | 0) !== undefined) return true;
  return !wide && [...codes.inlineFloats.keys()].some((code) => codes.inlineConstant(code)?.bits === bits);
}

/** The target of a branch: a label, or the number of dwords. */
export function branchText(state: Printing): string {
  const simm16 = take(state, 'simm16');
  return state.options.label?.(((simm16 << 16) >> 16) * 4) ?? String(simm16);
}

/** ` name` for each of the one-bit fields that is set. */
export const flags = (state: Printing, ...names: readonly string[]): string =>
  names.map((name) => (take(state, name) ? ` ${name}` : '')).join('');

/** ` name:value` unless it is 0. */
export const valued = (state: Printing, name: string, text: (value: number) => string = String): string => {
  const value = take(state, name);
  return value === 0 ? '' : ` ${name}:${text(value)}`;
};
