// Inputs of `atoll disasm`: a CAL image, code objects of HSA, BRIG, a raw file of code, or hexadecimal words.

import { existsSync, readFileSync } from 'node:fs';
import { calProgram } from '../../cal/load/program.js';
import { readCalImage } from '../../cal/reader.js';
import { readCodeObject } from '../../hsa/code-object.js';
import { codeObjectProgram } from '../../hsa/load/program.js';
import { codeObjectsIn } from '../../hsa/offload-bundle.js';
import { isBrig, isHsailText } from '../../hsail/file-kind.js';
import { hsailImage, hsailObjectImage } from '../../hsail/load/on-demand.js';
import { isaOfCode } from '../../isa/load-isa.js';
import type { SourceLine } from '../../source/debug-info.js';
import { AtollError } from '../../util/errors.js';
import { required } from '../../util/required.js';

export interface CodeUnit {
  readonly name: string;
  readonly words: Uint32Array;
  readonly lines: readonly SourceLine[];
  /** Texts of the files that lines name, where the text is shown beside the code. */
  readonly sources?: ReadonlyMap<string, string>;
  /** Name of the instruction set or chip, if an image contains it. */
  readonly isa?: string;
  /** The chip, by LLVM's name, where a file has code for several. */
  readonly processor?: string;
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

const hsailUnits = ({ kernels }: ReturnType<typeof hsailImage>, path: string): CodeUnit[] =>
  kernels.map(({ name, isa, code, debug }) => ({
    name,
    isa,
    words: wordsOf(code, path),
    lines: debug.lines,
    sources: debug.sources,
  }));

/** Kernels of code objects. @throws AtollError UNSUPPORTED if all are for chips whose code is not supported */
function objectUnits(objects: readonly Uint8Array[], path: string): CodeUnit[] {
  const all = objects.map((bytes) => readCodeObject(bytes, path));
  const supported = all.filter(({ target }) => isaOfCode(target.processor));
  if (supported.length === 0) {
    const chips = all.map(({ target }) => target.processor).join(', ');
    throw new AtollError('UNSUPPORTED', `${path} is for ${chips}, whose code is not supported`);
  }
  return supported.flatMap((object) => {
    const lowered = hsailObjectImage(object, path);
    if (lowered) return hsailUnits(lowered, path);
    const { processor } = object.target;
    const isa = required(isaOfCode(processor), 'instruction set').name;
    return codeObjectProgram(object, isa).kernels.map(({ name, code, textSize, debug }) => ({
      name,
      isa: processor,
      words: wordsOf(code.subarray(0, textSize), `${path}: kernel ${name}`),
      lines: debug.lines,
      ...(supported.length > 1 && { processor }),
    }));
  });
}

function fromFile(path: string): CodeUnit[] {
  const bytes = readInput(path);
  if (isBrig(bytes) || isHsailText(bytes)) return hsailUnits(hsailImage(bytes, path), path);
  const objects = codeObjectsIn(bytes, path);
  if (objects.length > 0)
    return objectUnits(
      objects.map((object) => object.bytes),
      path,
    );
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
