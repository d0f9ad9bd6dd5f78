// The operands and modifiers of Southern Islands' formats as text, in LLVM's order.

import { memberOf, required } from '../../util/required.js';
import { constantKind, operandSyntax } from '../common/operand-syntax.js';
import { printSwizzle } from '../common/swizzle.js';
import {
  printAttribute,
  printBufferFormat,
  printExportTarget,
  printHardwareRegister,
  printMessage,
  printParameter,
  printWaitCounts,
} from '../common/symbols.js';
import type { Instruction, Operand } from '../instruction.js';
import type { SlotLayout } from '../layout.js';
import { branchText, flags, hex, operandText, type Printing, slotText, take, valued } from '../print.js';
import { isBranch, type Printer } from '../syntax.js';
import { COUNTERS } from './counters.js';
import { operandCodes } from './operands.js';

/** Fields that the operands show. */
const IMPLIED: Readonly<Partial<Record<string, readonly string[]>>> = {
  SMRD: ['imm'],
  SOPK: ['simm32'],
  EXP: ['en', 'compr'],
};

const impliedFields = ({ def, operands }: Instruction): readonly string[] =>
  def.format === 'SMRD' && !operands['OFFSET'] ? [] : (IMPLIED[def.format] ?? []);

function operandTexts(state: Printing): string[] {
  const { def, operands } = state.instruction;
  if (def.format === 'SOPP') return programControlText(state);
  if (def.format === 'SOPK') return constantTexts(state);
  if (def.format === 'EXP') return exportTexts(state);
  const texts = operandSyntax(def)
    .filter((slot) => slot === 'vcc' || !(slot.name === 'VDATA' && operands['VDATA']?.kind === 'none'))
    .map((slot) =>
      slot === 'vcc' ? slot : resourceText(slot, state.instruction, memberOf(operands, slot.name, 'operand')),
    );
  return def.format === 'VINTRP' ? interpolationTexts(state, texts) : texts;
}

function resourceText(slot: SlotLayout, { def }: Instruction, operand: Operand): string {
  // LLVM writes eight registers even with r128, where only the first four are read.
  if (def.format === 'MIMG' && slot.name === 'SRSRC' && operand.kind === 'scalar') {
    const { scalarName, scalarRangeProblem } = operandCodes;
    return scalarName(operand.index, scalarRangeProblem(operand.index, 8) === undefined ? 8 : operand.count);
  }
  return slotText(operandCodes, slot, operand);
}

const registerText = (operand: Operand): string => operandText(operandCodes, operand, false);

function programControlText(state: Printing): string[] {
  const { def, fields } = state.instruction;
  const kind = constantKind(def);
  if (kind === 'branch') return [branchText(state)];
  if (kind === 'none' || (kind === 'optional' && fields['simm16'] === 0)) return [];
  const simm16 = take(state, 'simm16');
  if (kind === 'waitCounts') return [printWaitCounts(simm16, COUNTERS)];
  return [kind === 'message' ? printMessage(simm16) : String(simm16)];
}

function constantTexts(state: Printing): string[] {
  const { def, operands, fields } = state.instruction;
  const register = operands['D'] ? [registerText(operands['D'])] : [];
  if (isBranch(def)) return [...register, branchText(state)];
  const simm16 = take(state, 'simm16');
  if (def.name === 's_getreg_b32') return [...register, printHardwareRegister(simm16)];
  if (def.name === 's_setreg_b32') return [printHardwareRegister(simm16), ...register];
  if (def.name === 's_setreg_imm32_b32')
    return [printHardwareRegister(simm16), hex(memberOf(fields, 'simm32', 'field'))];
  return [...register, hex(simm16)];
}

function exportTexts(state: Printing): string[] {
  const { operands } = state.instruction;
  const target = printExportTarget(take(state, 'tgt'));
  const sources = ['S0', 'S1', 'S2', 'S3'].map((slot) => registerText(memberOf(operands, slot, 'operand')));
  return [`${target} ${sources.join(', ')}`];
}

function interpolationTexts(state: Printing, texts: string[]): string[] {
  const attribute = printAttribute(take(state, 'attr'), take(state, 'chan'));
  const source = state.instruction.operands['S0'] ? [] : [printParameter(take(state, 'vsrc'))];
  return [...texts, ...source, attribute];
}

const OUTPUT_MODIFIERS = ['', ' mul:2', ' mul:4', ' div:2'];

const bufferModifiers = (state: Printing): string =>
  flags(state, 'idxen', 'offen', 'addr64') + valued(state, 'offset') + flags(state, 'glc', 'slc', 'tfe', 'lds');

/** Modifiers after the operands, in LLVM's order. */
const MODIFIERS: Readonly<Partial<Record<string, (state: Printing) => string>>> = {
  VOP3: (state) => flags(state, 'clamp') + required(OUTPUT_MODIFIERS[take(state, 'omod')], 'output modifier'),
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

export const printer: Printer = {
  implied: impliedFields,
  operands: operandTexts,
  modifiers: (state) => MODIFIERS[state.instruction.def.format]?.(state) ?? '',
};
