// Reads the operands of one instruction by the rules of its row.

import { type GrammarRow, type OperandRule, spirvGrammar } from './grammar/tables.js';
import { isIdKind, type NumberType, type SpirvOperand, spirvError } from './module.js';

interface InstructionWords {
  readonly name: string;
  readonly words: Uint32Array;
  readonly bound: number;
  readonly row: GrammarRow;
  readonly at: number;
  readonly end: number;
}

/** Types and imports that operands depend on. */
interface OperandContext {
  readonly numbers: ReadonlyMap<number, NumberType>;
  readonly imports: ReadonlyMap<number, string>;
  readonly types: ReadonlyMap<number, number>;
}

const ONE = (kind: string): OperandRule => ({ kind, count: 'one' });
const MANY_IDS: readonly OperandRule[] = [{ kind: 'I', count: 'any' }];
const PAIRS: Readonly<Record<string, readonly string[]>> = {
  PairLiteralIntegerIdRef: ['LiteralContextDependentNumber', 'I'],
  PairIdRefLiteralInteger: ['I', 'L'],
  PairIdRefIdRef: ['I', 'I'],
};
const UTF8 = new TextDecoder('utf-8', { fatal: true });
const MIN_NUMBER_BITS = 8;
const MAX_NUMBER_BITS = 64;

export class OperandWords {
  private readonly operands: SpirvOperand[] = [];
  private at: number;
  /** The type of numbers whose size depends on one. */
  private numberType = 0;

  constructor(
    private readonly source: InstructionWords,
    private readonly context: OperandContext,
  ) {
    this.at = source.at + 1;
  }

  private error(what: string, at = this.at): Error {
    return spirvError(this.source.name, at, `Op${this.source.row.name}: ${what}`);
  }

  private word(): number {
    if (this.at >= this.source.end) throw this.error('an operand is missing', this.source.at);
    return this.source.words[this.at++] ?? 0;
  }

  id(): number {
    const value = this.word();
    const { bound } = this.source;
    if (value === 0 || value >= bound) throw this.error(`the id ${value} is not in 1 to ${bound - 1}`, this.at - 1);
    return value;
  }

  rules(rules: readonly OperandRule[], type: number): void {
    this.numberType = type;
    for (const rule of rules) this.rule(rule);
  }

  /** clang 22 writes the type of a null once more behind it. */
  skipRepeatedType(type: number): void {
    const { row, words, end } = this.source;
    if (row.name === 'ConstantNull' && end - this.at === 1 && words[this.at] === type) this.at = end;
  }

  finish(): readonly SpirvOperand[] {
    const left = this.source.end - this.at;
    if (left > 0) throw this.error(`${left} words are left behind its operands`);
    return this.operands;
  }

  private rule({ kind, count }: OperandRule): void {
    if (count === 'one') this.one(kind);
    else if (count === 'optional') {
      if (this.at < this.source.end) this.one(kind);
    } else while (this.at < this.source.end) this.one(kind);
  }

  private add(kind: string, offset: number, value: number, more: { text?: string; bits?: bigint } = {}): void {
    this.operands.push({ kind, offset, value, ...more });
  }

  private one(kind: string): void {
    const offset = this.at;
    const pair = PAIRS[kind];
    if (pair) for (const each of pair) this.one(each);
    else if (isIdKind(kind)) this.reference(kind, offset);
    else if (kind === 'S') this.string(offset);
    else if (kind === 'LiteralContextDependentNumber') this.number(offset);
    else if (kind === 'LiteralSpecConstantOpInteger') this.constantOperation(offset);
    else if (kind === 'LiteralExtInstInteger') this.extended(offset);
    else if (kind === 'L') this.add(kind, offset, this.word());
    else this.enumerant(kind, offset);
  }

  private reference(kind: string, offset: number): void {
    const id = this.id();
    if (this.source.row.name === 'Switch' && this.operands.length === 0)
      this.numberType = this.context.types.get(id) ?? 0;
    this.add(kind, offset, id);
  }

  private string(offset: number): void {
    const bytes: number[] = [];
    for (;;) {
      const word = this.word();
      for (let shift = 0; shift < 32; shift += 8) {
        const byte = (word >>> shift) & 0xff;
        if (byte === 0) {
          if (word >>> shift !== 0) throw this.error('the padding of a string is not 0', this.at - 1);
          this.add('S', offset, 0, { text: this.decode(bytes, offset) });
          return;
        }
        bytes.push(byte);
      }
    }
  }

  private decode(bytes: readonly number[], offset: number): string {
    try {
      return UTF8.decode(Uint8Array.from(bytes));
    } catch {
      throw this.error('a string is no UTF-8', offset);
    }
  }

  private number(offset: number): void {
    const type = this.context.numbers.get(this.numberType);
    if (type === undefined) throw this.error(`%${this.numberType} is no type of numbers`);
    if (type.width < MIN_NUMBER_BITS || type.width > MAX_NUMBER_BITS)
      throw this.error(`numbers of ${type.width} bits are not supported`);
    const low = this.word();
    const high = type.width > 32 ? this.word() : 0;
    const bits = BigInt.asUintN(type.width, (BigInt(high) << 32n) | BigInt(low));
    this.add('LiteralContextDependentNumber', offset, low, { bits });
  }

  private constantOperation(offset: number): void {
    const opcode = this.word();
    const row = spirvGrammar().instructions.get(opcode);
    if (row === undefined || !row.hasType || !row.hasResult || row.name === 'SpecConstantOp')
      throw this.error(`the opcode ${opcode} is none of constants`, offset);
    this.add('LiteralSpecConstantOpInteger', offset, opcode);
    for (const rule of row.operands) this.rule(rule);
  }

  private extended(offset: number): void {
    const number = this.word();
    const set = this.context.imports.get(this.operands.at(-1)?.value ?? 0);
    if (set === undefined) throw this.error('the set is imported by no OpExtInstImport', offset - 1);
    const rows = spirvGrammar().sets.get(set);
    const row = rows?.get(number);
    if (rows && !row) throw this.error(`the set ${set} has no instruction ${number}`, offset);
    this.add('LiteralExtInstInteger', offset, number, row ? { text: row.name } : {});
    for (const rule of row?.operands ?? MANY_IDS) this.rule(rule);
    // The row of OpExtInst has ids there, which the row of the set has read.
    if (this.at < this.source.end) throw this.error('too many operands');
  }

  private enumerant(kind: string, offset: number): void {
    const enumeration = spirvGrammar().enumerations.get(kind);
    if (enumeration === undefined) throw this.error(`operands of the kind ${kind} are not supported`);
    const value = this.word();
    this.add(kind, offset, value);
    const values = enumeration.isMask ? bitsOf(value) : [value];
    for (const each of values) {
      const enumerant = enumeration.names.get(each);
      if (enumerant === undefined) throw this.error(`${each} is no ${kind}`, offset);
      for (const { kind: own } of enumerant.operands) this.rule(ONE(own));
    }
  }
}

/** The bits of a mask, from the lowest; 0 for none. */
export function bitsOf(mask: number): number[] {
  const bits: number[] = [];
  for (let bit = 0; bit < 32; bit++) if (((mask >>> bit) & 1) !== 0) bits.push((1 << bit) >>> 0);
  return bits.length > 0 ? bits : [0];
}
