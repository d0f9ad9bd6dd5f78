// Inputs of `atoll disasm`: a CAL image, a raw file of code, or hexadecimal words.

import { existsSync, readFileSync } from 'node:fs';
import { calProgram } from '../../cal/load/program.js';
import { readCalImage } from '../../cal/reader.js';
import { isBrig, isHsailText } from '../../hsail/file-kind.js';
import { hsailImage } from '../../hsail/load/on-demand.js';
import type { SourceLine } from '../../source/debug-info.js';
import { AtollError } from '../../util/errors.js';

export interface CodeUnit {
  readonly name: string;
  readonly words: Uint32Array;
  readonly lines: readonly SourceLine[];
  /** Texts of the files that lines name, where the text is shown beside the code. */
  readonly sources?: ReadonlyMap<string, string>;
  /** Name of the instruction set, if an image contains it. */
  readonly isa?: string;
}

const ELF_MAGIC = [0x7f, 0x45, 0x4c, 0x46];
/** Images are ELF files. */
export const isElf = (bytes: Uint8Array): boolean => ELF_MAGIC.every((byte, i) => bytes[i] === byte);

/** The file's bytes. @throws AtollError BAD_INPUT naming the file */
export function readInput(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    throw new AtollError('BAD_INPUT', `cannot read ${path}: ${(error as Error).message}`);
  }
}

function wordsOf(bytes: Uint8Array, name: string): Uint32Array {
  if (bytes.length % 4 !== 0)
    throw new AtollError('BAD_INPUT', `${name}: ${bytes.length} bytes are not a whole number of instruction words`);
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}

const isHexWord = (text: string): boolean => /^(0x)?[0-9a-f]{1,8}$/i.test(text);

const hsailUnits = (bytes: Uint8Array, path: string): CodeUnit[] =>
  hsailImage(bytes, path).kernels.map(({ name, isa, code, debug }) => ({
    name,
    isa,
    words: wordsOf(code, path),
    lines: debug.lines,
    sources: debug.sources,
  }));

function fromFile(path: string): CodeUnit[] {
  const bytes = readInput(path);
  if (isBrig(bytes) || isHsailText(bytes)) return hsailUnits(bytes, path);
  if (!isElf(bytes)) return [{ name: path, words: wordsOf(bytes, path), lines: [] }];
  return calProgram(readCalImage(bytes, path)).kernels.map(({ name, isa, code, textSize, debug }) => ({
    name,
    isa,
    words: wordsOf(code.subarray(0, textSize), `${path}: kernel ${name}`),
    lines: debug.lines,
  }));
}

/** An existing file is read; everything else has to be hexadecimal words. */
export function readCode(inputs: readonly string[]): CodeUnit[] {
  if (inputs.every((input) => isHexWord(input) && !existsSync(input))) {
    return [
      {
        name: 'words',
        words: Uint32Array.from(inputs, (text) => Number.parseInt(text.replace(/^0x/i, ''), 16)),
        lines: [],
      },
    ];
  }
  return inputs.flatMap(fromFile);
}
