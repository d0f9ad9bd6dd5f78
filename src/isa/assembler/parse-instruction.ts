// One instruction of assembly text to an Instruction: chooses the form, matches operands to slots, reads the modifiers.

import { elementOf, lastOf } from '../../util/required.js';
import { decode } from '../decode.js';
import type { InstructionDef } from '../define.js';
import { makeInstruction } from '../encode.js';
import { fieldMask, type SlotCodec } from '../format.js';
import type { Instruction, Operand } from '../instruction.js';
import type { Isa } from '../isa.js';
import { codecOf, layoutOf, type SlotLayout } from '../layout.js';
import { mnemonic } from '../syntax.js';
import type { Draft, ParseContext } from './draft.js';
import { evaluateNumber } from './number-expression.js';
import { parseConstantOperands } from './parse-constant.js';
import { parseOperand } from './parse-operand.js';
import { type FormReader, readerOf } from './reader.js';
import { type SplitText, splitOperands } from './split-text.js';

/** An instruction, or the reason why the text is none. */
export function parseInstruction(isa: Isa, text: string, context: ParseContext): Instruction | string {
  const [, name, rest] = /^(\S+)\s*(.*)$/.exec(text) ?? [undefined, '', ''];
  const forms = isa.table.byName(name.toLowerCase());
  if (forms.length === 0) return `there is no instruction '${name}'`;
  const refusals: Refusal[] = [];
  for (const def of forms) {
    const result = parseForm(def, rest, context);
    if ('def' in result) return result;
    refusals.push(result);
  }
  // The reason of an encodable form that may not be executed is more specific than that of a form that does not fit.
  return (refusals.find(({ encodable }) => encodable) ?? lastOf(refusals, 'form')).reason;
}

/** Why a text is not an instruction of one form. */
interface Refusal {
  readonly reason: string;
  /** The form has these operands, but the decoder refuses them. */
  readonly encodable: boolean;
}

const unfit = (reason: string): Refusal => ({ reason, encodable: false });

const OUTPUT_MODIFIERS: Readonly<Record<string, number>> = { 'mul:2': 1, 'mul:4': 2, 'div:2': 3 };

const formOf = (def: InstructionDef): FormReader => readerOf(def.isa).forms[def.format] ?? {};

function parseForm(def: InstructionDef, text: string, context: ParseContext): Instruction | Refusal {
  const layout = layoutOf(def);
  const draft: Draft = { def, context, operands: {}, fields: initialFields(def) };
  if (def.isa.syntax.constantKind(def) !== undefined) return parseConstantForm(draft, text);
  const isModifier = (part: string): boolean =>
    (layout.fields.has(part) || /^[a-z]\w*:[^:]+$/.test(part)) && layout.slots[0]?.name !== part;
  const listed = formOf(def).listed?.(text) ?? text;
  const split = liftModifiers(def, splitOperands(listed, isModifier));
  const problem = readModifiers(draft, split.modifiers) ?? readOperands(draft, split.operands);
  return problem === undefined ? finish(draft) : unfit(problem);
}

/** Modifiers may stand among the operands. */
function liftModifiers(def: InstructionDef, split: SplitText): SplitText {
  const { isModifier } = formOf(def);
  if (!isModifier) return split;
  return {
    operands: split.operands.filter((part) => !isModifier(part)),
    modifiers: [...split.operands.filter(isModifier), ...split.modifiers],
  };
}

/** The constant can contain blanks and commas; what follows as `name:value` are bits that it does not show. */
function parseConstantForm(draft: Draft, text: string): Instruction | Refusal {
  const modifiers = /(?:(?:^|\s+)[a-z]\w*:\w+)*$/.exec(text)?.[0] ?? '';
  const operands = text.slice(0, text.length - modifiers.length);
  const problem =
    readModifiers(
      draft,
      modifiers.split(/\s+/).filter((part) => part !== ''),
    ) ?? (modifiers !== '' && operands === '' ? undefined : parseConstantOperands(draft, operands));
  return problem === undefined ? finish(draft) : unfit(problem);
}

function initialFields(def: InstructionDef): Record<string, number> {
  const fields = Object.fromEntries([...layoutOf(def).fields.keys()].map((name) => [name, 0]));
  return Object.assign(fields, formOf(def).initial?.(def));
}

function readModifiers(draft: Draft, modifiers: readonly string[]): string | undefined {
  for (const modifier of modifiers) {
    const problem = readModifier(draft, modifier);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function readModifier(draft: Draft, modifier: string): string | undefined {
  const { def, fields } = draft;
  const layout = layoutOf(def);
  const omod = OUTPUT_MODIFIERS[modifier];
  if (omod !== undefined && layout.fields.has('omod')) {
    fields['omod'] = omod;
    return undefined;
  }
  const [, name = '', value] = /^(\w+)(?::(.*))?$/.exec(modifier) ?? [];
  const own = formOf(def).modifiers?.[name];
  if (own) return own(draft, value ?? '', (text) => fieldValue(draft, text));
  const spec = layout.fields.get(name) ?? layout.format.fields[name];
  const mask = spec ? fieldMask(spec) : reservedMask(draft, name);
  if (mask === undefined) return `${def.name} has no modifier '${modifier}'`;
  if (value === undefined && mask !== 1) return `the modifier '${name}' needs a value`;
  const number = value === undefined ? 1 : fieldValue(draft, value);
  if (number === undefined || number > mask) return `'${value}' does not fit the modifier '${name}' (0..${mask})`;
  fields[name] = number;
  return undefined;
}

function reservedMask({ def }: Draft, name: string): number | undefined {
  const match = /^reserved([01])$/.exec(name);
  return match ? layoutOf(def).reserved[Number(match[1])] : undefined;
}

function fieldValue(draft: Draft, text: string): number | undefined {
  const swizzle = readerOf(draft.def.isa).parseSwizzle(text);
  if (swizzle !== undefined) return swizzle;
  const number = evaluateNumber(text, draft.context.lookup);
  return typeof number === 'string' || number.value < 0n || number.value > 0xffffffffn
    ? undefined
    : Number(number.value);
}

/** Matches operands to slots, and those that are no slots to their fields. */
function readOperands(draft: Draft, texts: readonly string[]): string | undefined {
  const { def, fields } = draft;
  const { operandSyntax, isWritten } = def.isa.syntax;
  const { takeFields, placed } = formOf(def);
  const remaining = [...texts];
  const refusal = takeFields?.(draft, remaining);
  if (refusal !== undefined) return refusal;
  const expected = operandSyntax(def).filter((slot) => slot === 'vcc' || isWritten(def, slot, fields));
  if (remaining.length !== expected.length)
    return `${def.name} takes ${expected.length} operands, here are ${remaining.length}`;
  for (const [i, slot] of expected.entries()) {
    const text = elementOf(remaining, i, 'operand');
    const problem = slot === 'vcc' ? expectVcc(text) : readOperand(draft, slot, text);
    if (problem !== undefined) return problem;
    if (slot !== 'vcc') placed?.(draft, slot.name, i);
  }
  return undefined;
}

const expectVcc = (text: string): string | undefined => (text === 'vcc' ? undefined : `'${text}' should be vcc`);

function readOperand(draft: Draft, slot: SlotLayout, text: string): string | undefined {
  const { def, context } = draft;
  const operand = parseOperand(text, { def, slot, ...context });
  if (typeof operand === 'string') return operand;
  const fitted = fit(draft, slot, operand);
  if (!fitted && operand.kind === 'const' && operand.literal && slot.kind === 'src')
    return `${mnemonic(def)} takes no literal constant, and '${text}' is no inline constant`;
  if (!fitted) return `'${text}' does not fit the operand ${slot.name} of ${def.name}`;
  draft.operands[slot.name] = fitted;
  return startProblem(draft, slot, fitted);
}

/** Fields that count pairs or quads cannot say that registers start where they must not. */
function startProblem({ def }: Draft, slot: SlotLayout, operand: Operand): string | undefined {
  if (operand.kind !== 'scalar' || (slot.kind !== 'sgpr2' && slot.kind !== 'sgpr4')) return undefined;
  const problem = def.isa.operands.scalarRangeProblem(operand.index, operand.count);
  return problem && `${def.name}: ${problem}`;
}

const isVcc = ({ operands, wave }: Isa, operand: Operand): boolean =>
  operand.kind === 'scalar' && operand.index === operands.special.vcc && operand.count === wave.execWords;

/** The operand as the slot encodes it, or undefined when it cannot. */
function fit(draft: Draft, slot: SlotLayout, operand: Operand): Operand | undefined {
  const count = draft.def.isa.rules.operandCount(draft.def, slot, draft.fields);
  if (operand.kind === 'none' && slot.kind !== 'own')
    return slot.kind === 'exportSource' || count === 0 ? operand : undefined;
  switch (slot.kind) {
    case 'vcc':
      return isVcc(draft.def.isa, operand) ? operand : undefined;
    case 'literal':
      return operand.kind === 'const' ? operand : undefined;
    case 'vgpr':
    case 'exportSource':
      return operand.kind === 'vgpr' && countFits(draft.def, slot, operand.count, count) ? operand : undefined;
    case 'sdst':
    case 'sgpr2':
    case 'sgpr4':
      return operand.kind === 'scalar' && countFits(draft.def, slot, operand.count, count) ? operand : undefined;
    case 'smrdOffset':
      return fitOffset(draft, operand);
    case 'own':
      return fitOwn(draft, codecOf(slot), operand, count);
    case 'ssrc':
      return operand.kind !== 'vgpr' && sourceFits(draft, slot, operand, count) ? operand : undefined;
    case 'src':
      return sourceFits(draft, slot, operand, count) ? operand : undefined;
  }
}

const countFits = (def: InstructionDef, slot: SlotLayout, written: number, count: number): boolean =>
  formOf(def).countFits?.(slot.name, written, count) ?? written === count;

function sourceFits(draft: Draft, slot: SlotLayout, operand: Operand, count: number): boolean {
  if (operand.kind === 'const') return !operand.literal || layoutOf(draft.def).format.literal;
  if (operand.kind === 'vgpr' && slot.shape.mask) return false;
  return (operand.kind !== 'scalar' && operand.kind !== 'vgpr') || operand.count === count;
}

/** An immediate offset counts dwords and has 8 bits. */
function fitOffset(draft: Draft, operand: Operand): Operand | undefined {
  draft.fields['imm'] = operand.kind === 'const' ? 1 : 0;
  if (operand.kind === 'scalar') return operand.count === 1 ? operand : undefined;
  if (operand.kind !== 'const' || operand.bits > 255) return undefined;
  return { ...operand, literal: false, code: operand.bits };
}

function fitOwn(draft: Draft, codec: SlotCodec, operand: Operand, count: number): Operand | undefined {
  const fields = codec.write(operand, count, draft.fields);
  if (fields) Object.assign(draft.fields, fields);
  return fields && operand;
}

/** Encodes the draft and reads it back, so that what the decoder would refuse is refused here with its reason. */
function finish(draft: Draft): Instruction | Refusal {
  const literals = new Set(
    Object.values(draft.operands).flatMap((operand) =>
      operand.kind === 'const' && operand.literal ? [operand.bits] : [],
    ),
  );
  if (literals.size > 1) return unfit(`${draft.def.name} has room for one literal, here are ${literals.size}`);
  const { words } = makeInstruction(draft.def, draft.operands, draft.fields);
  const decoded = decode(draft.def.isa, words);
  return decoded.ok ? decoded.instruction : { reason: decoded.error.reason, encodable: true };
}
