// Encoding format of an instruction set: its words, the positions of its fields, the names of its slots, and properties
// of all of its instructions.

import { required } from '../util/required.js';
import type { Operand } from './instruction.js';
import type { Traits } from './traits.js';

/** Position of a field: word of the encoding, lowest bit, number of bits. */
export interface FieldSpec {
  readonly word: 0 | 1;
  readonly low: number;
  readonly width: number;
}

/**
 * The meaning of the number in a slot's field:
 * - sdst: a scalar register by operand code; ssrc: any scalar operand; src: any operand (9 bits); vgpr: a VGPR;
 * - sgpr2, sgpr4: the number counts pairs or quads of scalar registers;
 * - smrdOffset: an immediate when the `imm` field is 1, a scalar register otherwise;
 * - vcc: not encoded, it is VCC; literal: the word that follows; exportSource: a VGPR or `off` as the `en` field says;
 * - own: computed by the slot's codec from several fields.
 */
export type SlotKind =
  | 'sdst'
  | 'ssrc'
  | 'src'
  | 'vgpr'
  | 'sgpr2'
  | 'sgpr4'
  | 'smrdOffset'
  | 'vcc'
  | 'literal'
  | 'exportSource'
  | 'own';

/** A slot whose operand lies in several fields. */
export interface SlotCodec {
  /** The fields, which nothing else shows. */
  readonly fields: readonly string[];
  /** abs and neg may be set. */
  readonly modifiers: boolean;
  /** The operand of `count` registers; undefined when the fields name nothing. */
  read(fields: Readonly<Record<string, number>>, count: number): Operand | undefined;
  /**
   * The fields of an operand; undefined when it cannot be encoded.
   * @param fields those that the instruction has already
   */
  write(
    operand: Operand,
    count: number,
    fields: Readonly<Record<string, number>>,
  ): Readonly<Record<string, number>> | undefined;
}

export interface SlotSpec {
  /** Of the kind `own`. */
  readonly codec?: SlotCodec;
  readonly kind: SlotKind;
  /** The field that holds the number; empty for `vcc`, `literal` and `own`. */
  readonly field: string;
  /**
   * Set if the number of registers is known only when the instruction executes: a range may reach beyond the file, and
   * is cut off there.
   */
  readonly clipped?: boolean;
}

/** The execution unit of an instruction. */
export type FormatUnit =
  | 'scalar'
  | 'vector'
  | 'scalarMemory'
  | 'vectorMemory'
  | 'lds'
  | 'interpolation'
  | 'export'
  | 'control';

/** Properties of an instruction by its format. */
export interface FieldPresence {
  slot(name: string): boolean;
  /** True if its semantics read the field. */
  reads(field: string): boolean;
  /** The properties in its row beside the semantics. */
  readonly traits: Traits;
}

export interface FormatSpec {
  readonly name: string;
  /** One line for a person. */
  readonly title: string;
  readonly unit: FormatUnit;
  /** Works on lanes; the others happen once for a wavefront. */
  readonly vector: boolean;
  /** Size without a literal, in 32-bit words. */
  readonly words: 1 | 2;
  /** A word belongs to the format when `(word & mask) === bits` and no format with a wider mask claims it. */
  readonly mask: number;
  readonly bits: number;
  readonly opcode: FieldSpec;
  readonly fields: Readonly<Record<string, FieldSpec>>;
  readonly slots: Readonly<Record<string, SlotSpec>>;
  /** Set if a literal constant may follow as an operand. */
  readonly literal: boolean;
  /** Fields that an instruction of the format does not have, because others lie where they would be. */
  readonly absent?: (present: FieldPresence) => readonly string[];
}

/** Reads a field from encoding words. */
export function getField(words: readonly number[], spec: FieldSpec): number {
  return (encodingWord(words, spec.word) >>> spec.low) & fieldMask(spec);
}

/** Writes a field into encoding words; bits of `value` beyond the field are dropped. */
export function putField(words: number[], spec: FieldSpec, value: number): void {
  const mask = fieldMask(spec);
  words[spec.word] = ((encodingWord(words, spec.word) & ~(mask << spec.low)) | ((value & mask) << spec.low)) >>> 0;
}

/** One of the words of an encoding. */
export function encodingWord(words: readonly number[], index: number): number {
  return required(words[index], 'word of the encoding');
}

/** Largest value of a field. */
export function fieldMask(spec: FieldSpec): number {
  return spec.width === 32 ? 0xffffffff : (1 << spec.width) - 1;
}
