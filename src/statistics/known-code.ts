// Codes that counts are about, with their instructions: each is decoded once, whoever asks, and however many launches there are of it.

import { sameWords } from '../emulator/code-words.js';
import { classOf, type InstructionClass } from '../isa/classes.js';
import { neverGoesOn } from '../isa/control.js';
import { decode } from '../isa/decode.js';
import { isVector } from '../isa/evaluate.js';
import type { Instruction } from '../isa/instruction.js';
import { isaNamed } from '../isa/isas.js';

/** The code that counts are about. */
export interface CountedCode {
  readonly isa: string;
  readonly code: Uint32Array | undefined;
}

/** An instruction, and what statistics ask of it. */
export interface Decoded {
  readonly instruction: Instruction;
  readonly class: InstructionClass;
  readonly vector: boolean;
  /** A branch that is always taken. */
  readonly jump: boolean;
}

/** A code whose instructions are decoded when they are first needed. */
export interface KnownCode extends CountedCode {
  readonly decoded: (Decoded | undefined)[];
}

/** All codes, by their lengths: reports of launches come from other threads, each with words of its own. */
const known = new Map<number, KnownCode[]>();

/** Of counts that arrive what is known of their code already. */
export function knownCode({ isa, code }: CountedCode): KnownCode {
  const alike = known.get(code?.length ?? 0) ?? [];
  let found = alike.find(
    (each) => each.isa === isa && (each.code === code || (each.code && code && sameWords(each.code, code))),
  );
  if (!found) {
    found = { isa, code, decoded: [] };
    known.set(code?.length ?? 0, [...alike, found]);
  }
  return found;
}

/** The instruction that begins at a word; undefined where there is none. */
export const decodedAt = (known: KnownCode, word: number): Decoded | undefined =>
  (known.decoded[word] ??= describe(known, word));

function describe({ isa, code }: CountedCode, word: number): Decoded | undefined {
  const decoded = decode(isaNamed(isa), code ?? [], word);
  if (!decoded.ok) return undefined;
  const { instruction } = decoded;
  const { def } = instruction;
  const own = classOf(def);
  return { instruction, class: own, vector: isVector(def), jump: own === 'branch' && neverGoesOn(def) };
}
