// The operands and modifiers of GCN3's and GFX9's formats as text, in LLVM's order.

import { memberOf, required } from '../../util/required.js';
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
import { isBranch, type Names, type Printer } from '../syntax.js';
import type { Generation } from './generation.js';
import {
  countersOf,
  hardwareRegistersOf,
  messagesOf,
  printIndexMode,
  printLaneControl,
  SELECTS,
  UNUSED,
} from './names.js';
import { constantKind, isWritten, operandSyntax } from './operand-syntax.js';

/** Names in the syntax of a generation. */
export function namesOf(generation: Generation): Names {
  const [counters, registers, messages] = [
    countersOf(generation),
    hardwareRegistersOf(generation),
    messagesOf(generation),
  ];
  return {
    printWaitCounts: (constant) => printWaitCounts(constant, counters),
    printHardwareRegister: (constant) => printHardwareRegister(constant, registers),
    printMessage: (constant) => {
      const text = printMessage(constant, messages);
      return text.startsWith('sendmsg') ? text : String(constant);
    },
  };
}

const implied = ({ def, fields }: Instruction): readonly string[] => {
  if (def.format === 'SOPK') return ['simm32'];
  if (def.format === 'EXP') return ['en', 'compr'];
  // An offset beside a register is a modifier.
  return fields['soffset_en'] ? ['offset'] : [];
};

const signedHex = (value: number): string => (value < 0 ? `-${hex(-value)}` : hex(value));

const isSource = (slot: SlotLayout): boolean => slot.name === 'S0' || slot.name === 'S1';

/** A source of SDWA as an integer with a sign: `sext(v1)`. */
function sourceText(state: Printing, slot: SlotLayout, operand: Operand): string {
  const { def } = state.instruction;
  if (slot.name === 'OFFSET' && operand.kind === 'const') return signedHex(operand.bits | 0);
  const text = slotText(def.isa.operands, slot, operand);
  const extended = isSource(slot) && take(state, `src${slot.name.slice(1)}_sext`);
  return extended ? `sext(${text})` : text;
}

function operandTexts(names: Names, state: Printing): string[] {
  const { def, operands, fields } = state.instruction;
  if (def.format === 'SOPP') return programControlText(names, state);
  if (def.format === 'SOPK') return constantTexts(names, state);
  if (def.format === 'EXP') return exportTexts(state);
  const texts = operandSyntax(def)
    .filter((slot) => slot === 'vcc' || isWritten(def, slot, fields))
    .map((slot) => (slot === 'vcc' ? slot : sourceText(state, slot, memberOf(operands, slot.name, 'operand'))));
  if (def.name === 's_set_gpr_idx_on') return [...texts, printIndexMode(take(state, 'ssrc1'))];
  if (def.name.startsWith('s_atc_probe')) return [small(take(state, 'sdata')), ...texts];
  if (def.format === 'VINTRP') return interpolationTexts(state, texts);
  return def.traits.attribute ? attributeTexts(state, texts) : texts;
}

const registerText = ({ def }: Instruction, operand: Operand): string => operandText(def.isa.operands, operand, false);

function programControlText(names: Names, state: Printing): string[] {
  const { def, fields } = state.instruction;
  const kind = constantKind(def);
  if (kind === 'branch') return [branchText(state)];
  if (kind === 'none' || (kind === 'optional' && fields['simm16'] === 0)) return [];
  const simm16 = take(state, 'simm16');
  if (def.name === 's_set_gpr_idx_mode') return [printIndexMode(simm16)];
  if (kind === 'optional') return [String(simm16)];
  if (kind === 'waitCounts') return [names.printWaitCounts(simm16)];
  return [kind === 'message' ? names.printMessage(simm16) : small(simm16)];
}

/** LLVM writes numbers that could be inline constants in decimal. */
const small = (value: number): string => (value <= 64 ? String(value) : hex(value));

function constantTexts(names: Names, state: Printing): string[] {
  const { def, operands, fields } = state.instruction;
  const register = operands['D'] ? [registerText(state.instruction, operands['D'])] : [];
  if (isBranch(def)) return [...register, branchText(state)];
  const simm16 = take(state, 'simm16');
  if (constantKind(def) !== 'hardwareRegister') return [...register, hex(simm16)];
  const text = names.printHardwareRegister(simm16);
  if (def.name === 's_getreg_b32') return [...register, text];
  return def.name === 's_setreg_b32' ? [text, ...register] : [text, hex(memberOf(fields, 'simm32', 'field'))];
}

function exportTexts(state: Printing): string[] {
  const { operands } = state.instruction;
  const target = printExportTarget(take(state, 'tgt'));
  const sources = ['S0', 'S1', 'S2', 'S3'].map((slot) =>
    registerText(state.instruction, memberOf(operands, slot, 'operand')),
  );
  return [`${target} ${sources.join(', ')}`];
}

function interpolationTexts(state: Printing, texts: string[]): string[] {
  const attribute = printAttribute(take(state, 'attr'), take(state, 'chan'));
  const source = state.instruction.operands['S0'] ? [] : [printParameter(take(state, 'vsrc'))];
  return [...texts, ...source, attribute];
}

/** `v0, v1, attr3.x, v2` or `v0, p10, attr3.x`: the attribute is the third operand. */
function attributeTexts(state: Printing, texts: string[]): string[] {
  const attribute = printAttribute(take(state, 'attr'), take(state, 'chan'));
  if (!state.instruction.operands['S1']) return [...texts, printParameter(take(state, 'src1')), attribute];
  return [...texts.slice(0, 2), attribute, ...texts.slice(2)];
}

const OUTPUT_MODIFIERS = ['', ' mul:2', ' mul:4', ' div:2'];
const outputModifiers = (state: Printing): string =>
  flags(state, 'clamp') + required(OUTPUT_MODIFIERS[take(state, 'omod')], 'output modifier');

/** ` name:[0,1]` unless all are `usual`. */
function bits(name: string, value: number, count: number, usual: 0 | 1): string {
  const list = Array.from({ length: count }, (_, i) => (value >> i) & 1);
  return list.every((bit) => bit === usual) ? '' : ` ${name}:[${list.join(',')}]`;
}

const sourceCount = ({ operands }: Instruction): number =>
  Object.keys(operands).filter((name) => /^S\d$/.test(name)).length;

function packedModifiers(state: Printing): string {
  const { instruction } = state;
  const count = sourceCount(instruction);
  const { mixed } = instruction.def.traits;
  const high = take(state, 'op_sel_hi') | (take(state, 'op_sel_hi2') << 2);
  const mask = 2 ** count - 1;
  const select = take(state, 'op_sel');
  const [low, up] = mixed ? [0, 0] : [take(state, 'neg_lo'), take(state, 'neg_hi')];
  // Bits of sources that are not there stay visible.
  const beyond = (name: string, value: number, usual: number): string =>
    (value & ~mask) === (usual & ~mask) ? '' : ` ${name}_unused:${hex(value >> count)}`;
  return [
    bits('op_sel', select & mask, count, 0),
    bits('op_sel_hi', high & mask, count, mixed ? 0 : 1),
    mixed ? '' : bits('neg_lo', low & mask, count, 0) + bits('neg_hi', up & mask, count, 0),
    flags(state, 'clamp'),
    beyond('op_sel', select, 0) +
      beyond('op_sel_hi', high, mixed ? 0 : 7) +
      beyond('neg_lo', low, 0) +
      beyond('neg_hi', up, 0),
  ].join('');
}

const named = (state: Printing, field: string, names: readonly string[]): string => {
  const value = take(state, field);
  return ` ${field}:${names[value] ?? value}`;
};

const sources = (state: Printing): string => {
  const { S1 } = state.instruction.operands;
  return named(state, 'src0_sel', SELECTS) + (S1 ? named(state, 'src1_sel', SELECTS) : '');
};
const partModifiers = (state: Printing): string =>
  outputModifiers(state) + named(state, 'dst_sel', SELECTS) + named(state, 'dst_unused', UNUSED) + sources(state);

function laneModifiers(state: Printing): string {
  const control = take(state, 'dpp_ctrl');
  const masks = ['row_mask', 'bank_mask'].map((name) => ` ${name}:${hex(take(state, name))}`).join('');
  const bound = take(state, 'bound_ctrl') ? ' bound_ctrl:1' : '';
  return ` ${printLaneControl(control) ?? `dpp_ctrl:${hex(control)}`}${masks}${bound}`;
}

const bufferModifiers = (state: Printing): string =>
  flags(state, 'idxen', 'offen') +
  valued(state, 'offset') +
  (state.instruction.def.traits.fromLds
    ? flags(state, 'lds', 'glc', 'slc', 'tfe')
    : flags(state, 'glc', 'slc', 'tfe', 'lds'));

const signed13 = (value: number): string => String((value << 19) >> 19);
const segmentModifiers = (state: Printing): string =>
  valued(state, 'offset', signed13) + flags(state, 'glc', 'slc', 'lds');

/** Modifiers after the operands, in LLVM's order. */
const MODIFIERS: Readonly<Partial<Record<string, (state: Printing) => string>>> = {
  VOP3: (state) => {
    const count = sourceCount(state.instruction) + 1;
    const halves = 'op_sel' in state.instruction.fields ? selectedHalves(take(state, 'op_sel'), count) : '';
    return halves + flags(state, 'high') + outputModifiers(state);
  },
  VOP3P: packedModifiers,
  VOP1_SDWA: partModifiers,
  VOP2_SDWA: partModifiers,
  VOPC_SDWA: (state) => flags(state, 'clamp') + sources(state),
  VOP1_DPP: laneModifiers,
  VOP2_DPP: laneModifiers,
  SMEM: (state) => {
    const { fields } = state.instruction;
    return (
      (fields['soffset_en'] ? ` offset:${signedHex((memberOf(fields, 'offset', 'field') << 11) >> 11)}` : '') +
      flags(state, 'glc')
    );
  },
  DS: (state) => {
    const swizzles = state.instruction.def.name === 'ds_swizzle_b32';
    const offset = valued(state, 'offset', swizzles ? printSwizzle : String);
    return offset + valued(state, 'offset0') + valued(state, 'offset1') + flags(state, 'gds');
  },
  FLAT: (state) => valued(state, 'offset') + flags(state, 'glc', 'slc', 'lds'),
  GLOBAL: segmentModifiers,
  SCRATCH: segmentModifiers,
  MUBUF: bufferModifiers,
  MTBUF: (state) =>
    printBufferFormat(take(state, 'dfmt'), take(state, 'nfmt')).replace('SNORM_OGL', 'RESERVED_6') +
    bufferModifiers(state),
  MIMG: (state) =>
    valued(state, 'dmask', hex) + flags(state, 'unorm', 'glc', 'slc', 'r128', 'a16', 'tfe', 'lwe', 'da', 'd16'),
  EXP: (state) => flags(state, 'done') + (state.instruction.fields['compr'] ? ' compr' : '') + flags(state, 'vm'),
};

/** The last bit of op_sel belongs to the result. */
const selectedHalves = (value: number, count: number): string => {
  const sources = value & (2 ** (count - 1) - 1);
  const list = sources | ((value >> 3) << (count - 1));
  const beyond = value & 7 & ~sources;
  return bits('op_sel', list, count, 0) + (beyond === 0 ? '' : ` op_sel_unused:${hex(beyond)}`);
};

export const printerOf = (generation: Generation): Printer => {
  const names = namesOf(generation);
  return {
    implied,
    operands: (state) => operandTexts(names, state),
    modifiers: (state) => MODIFIERS[state.instruction.def.format]?.(state) ?? '',
  };
};
