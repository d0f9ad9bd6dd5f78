// Instructions to assembly text: the canonical text that LLVM has for gfx600. What LLVM's syntax cannot say (bits that no
// operand uses, modifiers where there are none) follows as `name:number`, so that no instruction is printed lossily.

import type { FormatName, InstructionDef } from './define.js';
import type { Instruction, Operand } from './instruction.js';
import type { SlotLayout } from './layout.js';
import {
  INLINE_FLOATS,
  inlineConstant,
  inlineInteger,
  integerCode,
  scalarName,
  scalarRangeProblem,
  vgprName,
} from './southern-islands/operands.js';
import { printSwizzle } from './southern-islands/swizzle.js';
import {
  printAttribute,
  printBufferFormat,
  printExportTarget,
  printHardwareRegister,
  printMessage,
  printParameter,
  printWaitCounts,
} from './southern-islands/symbols.js';
import { constantKind, isBranch, mnemonic, operandSyntax } from './southern-islands/syntax.js';

export interface PrintOptions {
  /** The label for a branch target `distance` bytes from the following instruction, or undefined for the number. */
  readonly label?: (distance: number) => string | undefined;
}

/** The fields of an instruction and which of them have been printed. */
interface Printing {
  readonly instruction: Instruction;
  readonly options: PrintOptions;
  readonly printed: Set<string>;
}

/** Fields that the operands show. */
const IMPLIED: Readonly<Partial<Record<FormatName, readonly string[]>>> = {
  SMRD: ['imm'],
  SOPK: ['simm32'],
  EXP: ['en', 'compr'],
};

const impliedFields = ({ def, operands }: Instruction): readonly string[] =>
  def.format === 'SMRD' && !operands['OFFSET'] ? [] : (IMPLIED[def.format] ?? []);

/** Assembly text of one instruction, without a line end. */
export function printInstruction(instruction: Instruction, options: PrintOptions = {}): string {
  const state: Printing = { instruction, options, printed: new Set(impliedFields(instruction)) };
  const operands = operandTexts(state).join(', ');
  const modifiers = (MODIFIERS[instruction.def.format] ?? noModifiers)(state);
  const text = [mnemonic(instruction.def), ...(operands === '' ? [] : [operands])].join(' ');
  return `${text}${modifiers}${rest(state)}`;
}

const hex = (value: number): string => `0x${value.toString(16)}`;
const noModifiers = (): string => '';

function take(state: Printing, name: string): number {
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

function operandTexts(state: Printing): string[] {
  const { def, operands } = state.instruction;
  if (def.format === 'SOPP') return programControlText(state);
  if (def.format === 'SOPK') return constantTexts(state);
  if (def.format === 'EXP') return exportTexts(state);
  const texts = operandSyntax(def)
    .filter((slot) => slot === 'vcc' || !(slot.name === 'VDATA' && operands['VDATA']!.kind === 'none'))
    .map((slot) => (slot === 'vcc' ? slot : slotText(def, slot, operands[slot.name]!)));
  return def.format === 'VINTRP' ? interpolationTexts(state, texts) : texts;
}

function slotText(def: InstructionDef, slot: SlotLayout, operand: Operand): string {
  if (operand.kind === 'none') return 'off';
  if (slot.kind === 'smrdOffset' && operand.kind === 'const') return hex(operand.bits);
  // LLVM writes eight registers even with r128, where only the first four are read.
  if (def.format === 'MIMG' && slot.name === 'SRSRC' && operand.kind === 'scalar')
    return scalarName(operand.index, scalarRangeProblem(operand.index, 8) === undefined ? 8 : operand.count);
  return operandText(operand, slot.shape.dwords === 2);
}

/** Text of one operand with its modifiers. */
export function operandText(operand: Operand, wide: boolean): string {
  const text = plainText(operand, wide);
  if (operand.kind === 'none') return text;
  const absolute = operand.abs ? `|${text}|` : text;
  if (!operand.neg) return absolute;
  return operand.kind === 'const' ? `neg(${absolute})` : `-${absolute}`;
}

function plainText(operand: Operand, wide: boolean): string {
  switch (operand.kind) {
    case 'scalar':
      return scalarName(operand.index, operand.count);
    case 'vgpr':
      return vgprName(operand.index, operand.count);
    case 'const':
      return operand.literal ? literalText(operand.bits, wide) : inlineText(operand.code);
    case 'condition':
      return `src_${operand.name.toLowerCase()}`;
    case 'ldsDirect':
      return 'src_lds_direct';
    case 'none':
      return 'off';
  }
}

function inlineText(code: number): string {
  const float = INLINE_FLOATS.get(code);
  if (float !== undefined) return Number.isInteger(float) ? `${float}.0` : String(float);
  return String(inlineInteger(code));
}

/** A literal that an assembler would turn into an inline constant is marked. */
export function literalText(bits: number, wide: boolean): string {
  return literalIsInline(bits, wide) ? `lit(${hex(bits)})` : hex(bits);
}

function literalIsInline(bits: number, wide: boolean): boolean {
  if (integerCode(wide ? bits : bits | 0) !== undefined) return true;
  return !wide && [...INLINE_FLOATS.keys()].some((code) => inlineConstant(code)!.bits === bits);
}

function branchText(state: Printing): string {
  const simm16 = take(state, 'simm16');
  return state.options.label?.(((simm16 << 16) >> 16) * 4) ?? String(simm16);
}

function programControlText(state: Printing): string[] {
  const { def, fields } = state.instruction;
  const kind = constantKind(def);
  if (kind === 'branch') return [branchText(state)];
  if (kind === 'none' || (kind === 'optional' && fields['simm16'] === 0)) return [];
  const simm16 = take(state, 'simm16');
  if (kind === 'waitCounts') return [printWaitCounts(simm16)];
  return [kind === 'message' ? printMessage(simm16) : String(simm16)];
}

function constantTexts(state: Printing): string[] {
  const { def, operands, fields } = state.instruction;
  const register = operands['D'] ? [operandText(operands['D'], false)] : [];
  if (isBranch(def)) return [...register, branchText(state)];
  const simm16 = take(state, 'simm16');
  if (def.name === 's_getreg_b32') return [...register, printHardwareRegister(simm16)];
  if (def.name === 's_setreg_b32') return [printHardwareRegister(simm16), ...register];
  if (def.name === 's_setreg_imm32_b32') return [printHardwareRegister(simm16), hex(fields['simm32']!)];
  return [...register, hex(simm16)];
}

function exportTexts(state: Printing): string[] {
  const { operands } = state.instruction;
  const target = printExportTarget(take(state, 'tgt'));
  const sources = ['S0', 'S1', 'S2', 'S3'].map((slot) => operandText(operands[slot]!, false));
  return [`${target} ${sources.join(', ')}`];
}

function interpolationTexts(state: Printing, texts: string[]): string[] {
  const attribute = printAttribute(take(state, 'attr'), take(state, 'chan'));
  const source = state.instruction.operands['S0'] ? [] : [printParameter(take(state, 'vsrc'))];
  return [...texts, ...source, attribute];
}

/** ` name` for each of the one-bit fields that is set. */
const flags = (state: Printing, ...names: readonly string[]): string =>
  names.map((name) => (take(state, name) ? ` ${name}` : '')).join('');

const valued = (state: Printing, name: string, text: (value: number) => string = String): string => {
  const value = take(state, name);
  return value === 0 ? '' : ` ${name}:${text(value)}`;
};

const OUTPUT_MODIFIERS = ['', ' mul:2', ' mul:4', ' div:2'];

const bufferModifiers = (state: Printing): string =>
  flags(state, 'idxen', 'offen', 'addr64') + valued(state, 'offset') + flags(state, 'glc', 'slc', 'tfe', 'lds');

/** Modifiers after the operands, in LLVM's order. */
const MODIFIERS: Readonly<Partial<Record<FormatName, (state: Printing) => string>>> = {
  VOP3: (state) => flags(state, 'clamp') + OUTPUT_MODIFIERS[take(state, 'omod')]!,
  DS: (state) => {
    const swizzles = state.instruction.def.name === 'ds_swizzle_b32';
    const offset = valued(state, 'offset', swizzles ? printSwizzle : String);
    return offset + valued(state, 'offset0') + valued(state, 'offset1') + flags(state, 'gds');
  },
  MUBUF: bufferModifiers,
  MTBUF: (state) => printBufferFormat(take(state, 'dfmt'), take(state, 'nfmt')) + bufferModifiers(state),
  MIMG: (state) => valued(state, 'dmask', hex) + flags(state, 'unorm', 'glc', 'slc', 'r128', 'tfe', 'lwe', 'da'),
  EXP: (state) => flags(state, 'done') + (state.instruction.fields['compr'] ? ' compr' : '') + flags(state, 'vm'),
};
