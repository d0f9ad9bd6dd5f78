// Pairs of random words of each format: the disassemblers that accept them, and their text.

import { parseInstruction } from '../../../src/isa/assembler/parse-instruction.js';
import { decode } from '../../../src/isa/decode.js';
import { makeInstruction } from '../../../src/isa/encode.js';
import { type FieldSpec, type FormatSpec, fieldMask, getField, putField } from '../../../src/isa/format.js';
import { type Instruction, VCC_LO } from '../../../src/isa/instruction.js';
import type { Isa } from '../../../src/isa/isa.js';
import { printInstruction } from '../../../src/isa/print.js';
import type { Random } from '../../emulator/random.js';
import { ownText } from './differences.js';
import { llvmTexts } from './llvm-disassembler.js';

export type Pair = readonly [number, number];

/** As many words of each format, most of them with an opcode that means something. */
export function randomPairs(isa: Isa, random: Random, count: number): Pair[] {
  const { formats, table } = isa;
  return Array.from({ length: count }, (_, i) => {
    const format = formats[i % formats.length]!;
    let first = (((random.word() >>> 0) & ~format.mask) | format.bits) >>> 0;
    const defs = table.all.filter((def) => def.format === format.name);
    if (random.below(8) > 0 && format.opcode.width > 0) {
      const { opcode } = defs[random.below(defs.length)]!;
      const { low } = format.opcode;
      first = ((first & ~(fieldMask(format.opcode) << low)) | (opcode << low)) >>> 0;
    }
    // Random bits of a source may select another format.
    const pair = [first, defined(isa.formatOf(first) ?? format, random.word())] as const;
    return i % 2 === 0 ? pair : withoutSpareBits(isa, pair);
  });
}

/** Assembles an instruction's text; undefined if it is invalid. */
function assembled(isa: Isa, text: string): readonly number[] | undefined {
  const result = parseInstruction(isa, text, { offset: 0, lookup: () => undefined });
  return typeof result === 'string' ? undefined : result.words;
}

/** The same instruction with zeros in unused bits, since LLVM prefers such words. */
function withoutSpareBits(isa: Isa, pair: Pair): Pair {
  const decoded = decode(isa, pair);
  const words = decoded.ok ? assembled(isa, ownText(printInstruction(decoded.instruction))) : undefined;
  return words ? [words[0]!, words[1] ?? pair[1]] : pair;
}

/** LLVM 16 and 22 end themselves at selects that mean nothing: 7 of a part, 3 of what is not written. */
function defined(format: FormatSpec, word: number): number {
  if (!('src0_sel' in format.fields)) return word;
  const words = [0, word];
  for (const name of ['dst_sel', 'src0_sel', 'src1_sel', 'dst_unused']) {
    const spec = format.fields[name] ?? (name === 'src1_sel' ? { word: 1, low: 24, width: 3 } : undefined);
    if (spec && getField(words, spec as FieldSpec) === fieldMask(spec as FieldSpec))
      putField(words, spec as FieldSpec, 1);
  }
  return words[1]!;
}

export interface Difference {
  readonly pair: Pair;
  readonly ours: string | undefined;
  /** Why the decoder refuses. */
  readonly reason: string | undefined;
  readonly llvm: string | undefined;
}

export interface Comparison {
  readonly both: number;
  readonly neither: number;
  readonly differences: readonly Difference[];
  /** Instructions, with their text, that do not encode or assemble to the words of which they were decoded. */
  readonly changed: readonly (readonly [number, number, string])[];
}

/** A comparison of parts of registers whose text means VCC that is not named. */
const namesVccLikeOthers = ({ fields, operands }: Instruction): boolean => {
  const { D } = operands;
  return fields['sd'] === 1 && D?.kind === 'scalar' && D.index === VCC_LO;
};

/** Compares with LLVM, whose blanks do not count. */
export function compareWords(isa: Isa, pairs: readonly Pair[]): Comparison {
  const texts = llvmTexts(isa.name, pairs);
  const differences: Difference[] = [];
  const changed: (readonly [number, number, string])[] = [];
  let [both, neither] = [0, 0];
  pairs.forEach((pair, i) => {
    const decoded = decode(isa, pair);
    const llvm = texts[i];
    if (decoded.ok) {
      const { def, operands, fields, words } = decoded.instruction;
      const again = makeInstruction(def, operands, fields).words;
      const text = printInstruction(decoded.instruction);
      const ofText = namesVccLikeOthers(decoded.instruction) ? words : (assembled(isa, text) ?? []);
      if (words.some((word, at) => word !== again[at] || word !== ofText[at])) changed.push([...pair, text]);
    }
    const ours = decoded.ok ? printInstruction(decoded.instruction) : undefined;
    if (ours === llvm) {
      if (ours === undefined) neither++;
      else both++;
    } else differences.push({ pair, ours, reason: decoded.ok ? undefined : decoded.error.reason, llvm });
  });
  return { both, neither, differences, changed };
}
