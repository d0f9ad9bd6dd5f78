// Words of lowered code: instructions by the name of their row, labels, and literals.

import { getField, putField } from '../../isa/format.js';
import { hsail } from '../../isa/hsail/index.js';
import { SCALAR } from '../../isa/hsail/registers.js';
import { AtollError } from '../../util/errors.js';

/** Parts of private memory behind the variables. */
export type PrivatePart = 'stack' | 'allocations';

/** Values of fields by name; `to` is a label. */
export type EncodingFields = Readonly<
  Partial<Record<'d' | 's0' | 's1' | 's2' | 's3' | 'data' | 'address' | 'offset' | 'label' | 'word', number>>
> & {
  readonly to?: string;
  /** The offset, or the literal, counts from the begin of a part of private memory. */
  readonly base?: PrivatePart | undefined;
};

/** A literal that is an address in the memory of the program: the words that hold its halves. */
export interface LiteralRelocation {
  readonly low: number;
  readonly high: number;
  /** From the begin of the program's memory for variables. */
  readonly offset: number;
}

/** Code of a vector register as an operand. */
export const VECTOR_CODE = 256;
const [MIN_INLINE, MAX_INLINE] = [-16n, 64n];
const LITERAL_GROUPS = 4;
const LITERAL_WORDS = 4;
const BYTES = 8;

export class Emitter {
  readonly words: number[] = [];
  readonly relocations: LiteralRelocation[] = [];
  private readonly labels = new Map<string, number>();
  private readonly jumps: { readonly word: number; readonly to: string }[] = [];
  private readonly basedWords: { readonly word: number; readonly base: PrivatePart }[] = [];
  private literals = 0;
  /** The next instruction that is emitted is the one of HSAIL; those behind it are auxiliary. */
  private isFirst = false;

  get offset(): number {
    return this.words.length * 4;
  }

  label(name: string): void {
    this.labels.set(name, this.offset);
  }

  /** Begins an instruction of HSAIL, which becomes exactly one that is not auxiliary. */
  start(): void {
    this.begin();
    this.isFirst = true;
  }

  emit(name: string, fields: EncodingFields = {}): void {
    this.put(name, fields, !this.isFirst);
    this.isFirst = false;
  }

  /** An auxiliary instruction, which statistics do not count. */
  aid(name: string, fields: EncodingFields = {}): void {
    this.put(name, fields, true);
  }

  private put(name: string, fields: EncodingFields, isAuxiliary: boolean): void {
    const [def] = hsail.table.byName(name);
    if (!def) throw new AtollError('INTERNAL', `HSAIL has no row ${name}`);
    const words = [def.encoding.bits, 0];
    putField(words, def.encoding.opcode, def.opcode);
    const { to, base, ...values } = fields;
    if (base) this.basedWords.push({ word: this.words.length + 1, base });
    for (const [field, value] of Object.entries(values)) {
      const spec = def.encoding.fields[field];
      if (!spec) throw new AtollError('INTERNAL', `HSAIL row ${name} has no field ${field}`);
      putField(words, spec, value);
      if (getField(words, spec) >>> 0 !== value >>> 0)
        throw new AtollError('LIMIT', `${name}: ${value} does not fit the field ${field} of the encoding`);
    }
    if (isAuxiliary) putField(words, def.encoding.fields['aux']!, 1);
    if (to !== undefined) this.jumps.push({ word: this.words.length + 1, to });
    this.words.push(...words);
  }

  /** True if a row exists. */
  has(name: string): boolean {
    return hsail.table.byName(name).length > 0;
  }

  /** Literals of the next instruction may take the places of those before. */
  begin(): void {
    this.literals = 0;
  }

  /** The operand code of a literal of so many words. */
  literal(value: bigint, words: number): number {
    const signed = BigInt.asIntN(words * 32, value);
    if (words <= 2 && signed >= MIN_INLINE && signed <= MAX_INLINE) return inlineCode(Number(signed));
    const first = this.literalGroup();
    for (let n = 0; n < words; n++)
      this.aid('literal', { d: first + n, word: Number(BigInt.asUintN(32, value >> BigInt(32 * n))) });
    return first;
  }

  /** The operand code of an address in a part of private memory. */
  literalFrom(base: PrivatePart, offset: number): number {
    const d = this.literalGroup();
    this.aid('literal', { d, word: offset, base });
    return d;
  }

  /** The operand code of the address of a variable of the program. */
  addressOf(offset: number): number {
    const first = this.literalGroup();
    const low = this.words.length + 1;
    this.aid('literal', { d: first });
    this.aid('literal', { d: first + 1 });
    this.relocations.push({ low, high: low + BYTES / 4, offset });
    return first;
  }

  private literalGroup(): number {
    if (this.literals === LITERAL_GROUPS) throw new AtollError('INTERNAL', 'an instruction with too many literals');
    return SCALAR.literals + LITERAL_WORDS * this.literals++;
  }

  /** Jumps get their distances. @param begins of parts of private memory */
  finish(begins: Readonly<Record<PrivatePart, number>>): void {
    for (const { word, base } of this.basedWords) this.words[word] = this.words[word]! + begins[base];
    for (const { word, to } of this.jumps) {
      const target = this.labels.get(to);
      if (target === undefined) throw new AtollError('INTERNAL', `there is no label ${to}`);
      this.words[word] = (target - (word + 1) * 4) >>> 0;
    }
  }
}

export const inlineCode = (value: number): number => (value >= 0 ? 128 + value : 192 - value);
