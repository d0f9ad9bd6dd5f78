// Instructions to words: the inverse of decode.ts, used by the assembler and by everything that makes code.

import { memberOf } from '../util/required.js';
import type { InstructionDef } from './define.js';
import { encodingWord, type FieldSpec, putField } from './format.js';
import type { Instruction, Operand } from './instruction.js';
import { type FormatLayout, layoutOf, type SlotLayout } from './layout.js';
import type { OperandCodes } from './operand-codes.js';

/** The words of an instruction from its definition, operands and fields. */
export function encode(
  def: InstructionDef,
  operands: Readonly<Record<string, Operand>>,
  fields: Readonly<Record<string, number>>,
): number[] {
  const layout = layoutOf(def);
  const words: number[] = layout.format.words === 1 ? [layout.format.bits] : [layout.format.bits, 0];
  putField(words, layout.format.opcode, def.opcode);
  for (const [name, value] of Object.entries(fields)) {
    const spec = layout.fields.get(name) ?? layout.format.fields[name];
    if (spec) putField(words, spec, value);
  }
  layout.reserved.forEach((mask, word) => {
    words[word] = (encodingWord(words, word) | ((fields[`reserved${word}`] ?? 0) & mask)) >>> 0;
  });
  let literal = layout.literalAlways ? (fields['simm32'] ?? 0) : undefined;
  for (const slot of layout.slots) {
    const operand = operands[slot.name] ?? NONE;
    if (slot.codec) putFields(words, layout, slot.codec.write(operand, registersOf(operand), fields) ?? {});
    else putOperand(words, def.isa.operands, layout, slot, operand);
    if (operand.kind === 'const' && operand.literal) literal = operand.bits;
  }
  if (literal !== undefined) words.push(literal >>> 0);
  return words;
}

const NONE: Operand = { kind: 'none' };

const registersOf = (operand: Operand): number => ('count' in operand ? operand.count : 1);

function putFields(words: number[], { format }: FormatLayout, values: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(values)) putField(words, memberOf(format.fields, name, 'field'), value);
}

/** An instruction made from its parts, with its words. */
export function makeInstruction(
  def: InstructionDef,
  operands: Readonly<Record<string, Operand>>,
  fields: Readonly<Record<string, number>>,
): Instruction {
  const words = encode(def, operands, fields);
  return { def, words, size: words.length * 4, operands, fields };
}

function putOperand(
  words: number[],
  codes: OperandCodes,
  layout: FormatLayout,
  slot: SlotLayout,
  operand: Operand,
): void {
  if (!slot.spec || operand.kind === 'none') return;
  const spec = fieldFor(layout, slot, words);
  if (spec) putField(words, spec, operandCode(codes, slot, operand));
  if (slot.modifier < 0) return;
  const { fields } = layout.format;
  putModifier(words, memberOf(fields, 'abs', 'field'), slot.modifier, operand.abs);
  putModifier(words, memberOf(fields, 'neg', 'field'), slot.modifier, operand.neg);
}

/** A compressed export takes its sources 0 and 1 from vsrc0, 2 and 3 from vsrc1. */
function fieldFor(layout: FormatLayout, slot: SlotLayout, words: readonly number[]): FieldSpec | undefined {
  const compr = layout.format.fields['compr'];
  if (slot.kind !== 'exportSource' || !compr || ((encodingWord(words, 0) >> compr.low) & 1) === 0) return slot.spec;
  return layout.format.fields[`vsrc${Number(slot.name.slice(1)) >> 1}`];
}

function putModifier(words: number[], spec: FieldSpec, bit: number, value: boolean | undefined): void {
  if (value) words[spec.word] = (encodingWord(words, spec.word) | (1 << (spec.low + bit))) >>> 0;
}

/** The number that a slot's field holds for an operand. */
function operandCode(codes: OperandCodes, slot: SlotLayout, operand: Operand): number {
  switch (operand.kind) {
    case 'vgpr':
      return slot.kind === 'src' ? codes.vgpr + operand.index : operand.index;
    case 'scalar':
      if (slot.kind === 'sgpr2') return operand.index / 2;
      return slot.kind === 'sgpr4' ? operand.index / 4 : operand.index;
    case 'const':
      return operand.literal ? codes.literal : operand.code;
    case 'condition':
      return codes.conditionCodes[operand.name];
    case 'aperture':
      return operand.code;
    case 'ldsDirect':
      return codes.ldsDirect;
    case 'none':
      return 0;
  }
}
