// Words of code to instructions. Whatever the words are, the answer is an instruction or an error value; nothing is
// thrown.

import { memberOf } from '../util/required.js';
import type { InstructionDef } from './define.js';
import { encodingWord, getField } from './format.js';
import type { Instruction, Operand } from './instruction.js';
import type { Isa } from './isa.js';
import { codecOf, type FormatLayout, layoutOf, type SlotLayout } from './layout.js';
import type { OperandCodes } from './operand-codes.js';
import { apertureOperand } from './operand-codes.js';

/**
 * Why words are no instruction that could be executed:
 * - truncated: the code ends inside the instruction; - encoding: no format has this first word;
 * - opcode: the format has no such instruction; - operand: an operand code names nothing;
 * - registers: an odd pair, a misaligned quad, or a range that leaves the register file;
 * - constant-bus: a vector instruction reads two scalar values; - field: a field has a value that means nothing.
 */
export type DecodeProblem = 'truncated' | 'encoding' | 'opcode' | 'operand' | 'registers' | 'constant-bus' | 'field';

export interface DecodeError {
  readonly problem: DecodeProblem;
  /** Byte offset of the first word in the code. */
  readonly offset: number;
  /** Bytes to continue by when the code is listed further. */
  readonly size: number;
  readonly words: readonly number[];
  /** One sentence without the offset. */
  readonly reason: string;
  /**
   * For `registers`, `constant-bus` and `field`: the instruction as it is written, for listings; it must not be
   * executed.
   */
  readonly instruction?: Instruction;
}

export type DecodeResult =
  | { readonly ok: true; readonly instruction: Instruction }
  | { readonly ok: false; readonly error: DecodeError };

/** Decodes the instruction that starts at word `index`. */
export function decode(isa: Isa, code: ArrayLike<number>, index = 0): DecodeResult {
  const word = (at: number): number | undefined => {
    const bits = code[at];
    return bits === undefined ? undefined : bits >>> 0;
  };
  const first = word(index);
  if (first === undefined) return failure('truncated', index, [], 'the code ends here');
  const format = isa.formatOf(first);
  if (!format) return failure('encoding', index, [first], `no instruction format has the word ${hexWord(first)}`);
  const words = [first];
  if (format.words === 2) {
    const second = word(index + 1);
    if (second === undefined)
      return failure('truncated', index, words, `the second word of a ${format.name} instruction is missing`);
    words.push(second);
  }
  const opcode = getField(words, format.opcode);
  const def = isa.table.byOpcode(format.name, opcode);
  if (!def) return failure('opcode', index, words, `${format.name} has no instruction with opcode ${opcode}`);
  const layout = layoutOf(def);
  if (needsLiteral(def, layout, words)) {
    const literal = word(index + format.words);
    if (literal === undefined) return failure('truncated', index, words, `the literal of ${def.name} is missing`);
    words.push(literal);
  }
  return build(def, layout, words, index);
}

function failure(problem: DecodeProblem, index: number, words: readonly number[], reason: string): DecodeResult {
  return { ok: false, error: { problem, offset: index * 4, size: Math.max(words.length, 1) * 4, words, reason } };
}

/** The literal constant, which is the last word of an encoding. */
const literalOf = (words: readonly number[]): number => encodingWord(words, words.length - 1);

const hexWord = (word: number): string => `0x${word.toString(16).padStart(8, '0')}`;

function needsLiteral({ isa }: InstructionDef, layout: FormatLayout, words: readonly number[]): boolean {
  if (layout.literalAlways) return true;
  if (!layout.format.literal) return false;
  return layout.slots.some(
    (slot) =>
      (slot.kind === 'src' || slot.kind === 'ssrc') && slot.spec && getField(words, slot.spec) === isa.operands.literal,
  );
}

function build(def: InstructionDef, layout: FormatLayout, words: readonly number[], index: number): DecodeResult {
  const fields = readFields(layout, words);
  const reader = new OperandReader(def, layout, words, fields);
  const operands: Record<string, Operand> = {};
  for (const slot of layout.slots) {
    const operand = reader.read(slot);
    if (!operand)
      return failure(
        'operand',
        index,
        words,
        `${def.name}: ${slot.name} has the undefined operand code ${reader.code}`,
      );
    operands[slot.name] = operand;
  }
  const instruction: Instruction = { def, words, size: words.length * 4, operands, fields };
  if (reader.problem !== undefined) return refused('registers', index, instruction, reader.problem);
  const problem = def.isa.rules.problemOf(instruction);
  return problem ? refused(problem.problem, index, instruction, problem.reason) : { ok: true, instruction };
}

/** Encodable instructions that must not be executed. */
function refused(problem: DecodeProblem, index: number, instruction: Instruction, reason: string): DecodeResult {
  const { def, words, size } = instruction;
  return {
    ok: false,
    error: { problem, offset: index * 4, size, words, reason: `${def.name}: ${reason}`, instruction },
  };
}

/** All fields that are no operands; abs and neg are without the bits of modifiers of operands. */
function readFields(layout: FormatLayout, words: readonly number[]): Record<string, number> {
  const fields: Record<string, number> = {};
  for (const [name, spec] of layout.fields) fields[name] = getField(words, spec);
  for (const slot of layout.slots) {
    if (slot.modifier < 0) continue;
    if ('abs' in fields) fields['abs'] = fields['abs'] & ~(1 << slot.modifier);
    fields['neg'] = memberOf(fields, 'neg', 'field') & ~(1 << slot.modifier);
  }
  layout.reserved.forEach((mask, word) => {
    const bits = (encodingWord(words, word) & mask) >>> 0;
    if (bits !== 0) fields[`reserved${word}`] = bits;
  });
  if (layout.literalAlways && !layout.slots.some((slot) => slot.kind === 'literal'))
    fields['simm32'] = literalOf(words);
  return fields;
}

/** Reads the operands of one instruction; `problem` is the first register range that cannot be. */
class OperandReader {
  problem: string | undefined;
  code = 0;
  private readonly def: InstructionDef;
  private readonly codes: OperandCodes;
  private readonly layout: FormatLayout;
  private readonly words: readonly number[];
  private readonly fields: Record<string, number>;

  constructor(def: InstructionDef, layout: FormatLayout, words: readonly number[], fields: Record<string, number>) {
    this.def = def;
    this.codes = def.isa.operands;
    this.layout = layout;
    this.words = words;
    this.fields = fields;
  }

  read(slot: SlotLayout): Operand | undefined {
    this.code = slot.spec ? getField(this.words, slot.spec) : 0;
    const count = this.def.isa.rules.operandCount(this.def, slot, this.fields);
    switch (slot.kind) {
      case 'vcc':
        return { kind: 'scalar', index: this.codes.special.vcc, count: this.def.isa.wave.execWords };
      case 'literal':
        return this.literal(slot);
      case 'vgpr':
        if (slot.clipped)
          return { kind: 'vgpr', index: this.code, count: Math.min(count, this.codes.vgprCount - this.code) };
        return count === 0 ? this.absent(slot.field) : this.vgpr(this.code, count);
      case 'exportSource':
        return this.exportSource(slot);
      case 'own':
        return this.checked(codecOf(slot).read(this.fields, count));
      case 'sgpr2':
        return this.scalar(this.code * 2, count);
      case 'sgpr4':
        return this.scalar(this.code * 4, count);
      case 'smrdOffset':
        return this.smrdOffset();
      case 'sdst':
        return this.scalar(this.code, count);
      case 'ssrc':
      case 'src':
        return this.modified(slot, this.source(slot, count));
    }
  }

  /** An operand that this encoding does not have; the value of its bits is kept as a field. */
  private absent(field: string): Operand {
    if (this.code !== 0) this.fields[field] = this.code;
    return { kind: 'none' };
  }

  private source(slot: SlotLayout, count: number): Operand | undefined {
    const code = this.code;
    if (code >= this.codes.vgpr)
      return slot.shape.mask || slot.kind === 'ssrc' ? undefined : this.vgpr(code - this.codes.vgpr, count);
    if (this.codes.isScalarRegister(code)) return this.scalar(code, count);
    const inline = this.codes.inlineConstant(code, slot.shape.half);
    if (inline) return { kind: 'const', ...inline, literal: false, code };
    if (code === this.codes.literal) return this.layout.format.literal ? this.literal(slot) : undefined;
    const aperture = this.codes.apertures.get(code);
    if (aperture) return apertureOperand(code, aperture);
    if (code === this.codes.ldsDirect) return { kind: 'ldsDirect' };
    const name = this.codes.conditions.get(code);
    return name && { kind: 'condition', name };
  }

  private literal(slot: SlotLayout): Operand {
    const bits = literalOf(this.words);
    return {
      kind: 'const',
      bits,
      bits64: widenLiteral(this.def, slot, bits),
      literal: true,
      code: this.codes.literal,
    };
  }

  private modified(slot: SlotLayout, operand: Operand | undefined): Operand | undefined {
    if (!operand || operand.kind === 'none' || slot.modifier < 0) return operand;
    const { fields } = this.layout.format;
    const isSet = (name: string): boolean =>
      ((getField(this.words, memberOf(fields, name, 'field')) >> slot.modifier) & 1) !== 0;
    const absSet = this.layout.fields.has('abs') && isSet('abs');
    const negSet = isSet('neg');
    return absSet || negSet ? { ...operand, abs: absSet, neg: negSet } : operand;
  }

  private scalar(index: number, count: number): Operand | undefined {
    if (!this.codes.isScalarRegister(index)) return undefined;
    this.problem ??= this.codes.scalarRangeProblem(index, count);
    return { kind: 'scalar', index, count };
  }

  private vgpr(index: number, count: number): Operand {
    const { vgprCount, vgprName } = this.codes;
    if (index + count > vgprCount) this.problem ??= `${vgprName(index, count)} is beyond v${vgprCount - 1}`;
    return { kind: 'vgpr', index, count };
  }

  /** Checks an operand of a codec against the size of the register file. */
  private checked(operand: Operand | undefined): Operand | undefined {
    if (operand?.kind === 'vgpr') return { ...operand, ...this.vgpr(operand.index, operand.count) };
    if (operand?.kind !== 'scalar') return operand;
    const register = this.scalar(operand.index, operand.count);
    return register && { ...operand, ...register };
  }

  private smrdOffset(): Operand | undefined {
    const code = this.code;
    if (!this.fields['imm']) return this.scalar(code, 1);
    return { kind: 'const', bits: code, bits64: BigInt(code), literal: false, code };
  }

  /** With `compr`, two 16-bit values come from each of the first two registers. */
  private exportSource(slot: SlotLayout): Operand {
    const number = Number(slot.name.slice(1));
    const { compr } = this.fields;
    const en = memberOf(this.fields, 'en', 'field');
    const holder = compr ? number >> 1 : number;
    const users = compr ? (number < 2 ? (en >> (2 * number)) & 3 : 0) : (en >> number) & 1;
    if (users === 0 && this.code !== 0) this.fields[slot.field] = this.code;
    if (((en >> number) & 1) === 0) return { kind: 'none' };
    const spec = memberOf(this.layout.format.fields, `vsrc${holder}`, 'field');
    return { kind: 'vgpr', index: getField(this.words, spec), count: 1 };
  }
}

/**
 * A 32-bit literal read as 64 bits: the high half of a double, sign-extended for signed integers, else zero-extended.
 */
export function widenLiteral(def: InstructionDef, slot: SlotLayout, bits: number): bigint {
  if (slot.shape.types.has('f64')) return BigInt(bits) << 32n;
  return def.isa.rules.hasSignedLiteral(def) ? BigInt.asUintN(64, BigInt(bits | 0)) : BigInt(bits);
}
