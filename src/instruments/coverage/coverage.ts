// Coverage of the kernels' code: instructions with their execution counts, and their lines. Counts are those that
// engines keep anyway; kernels that were built and never launched are complete, executed 0 times.

import { z } from 'zod';
import { classOf } from '../../isa/classes.js';
import { neverGoesOn } from '../../isa/control.js';
import { decode } from '../../isa/decode.js';
import type { Instruction } from '../../isa/instruction.js';
import { isaNamed } from '../../isa/isas.js';
import type { KernelImage } from '../../launch/image.js';
import { type CoveredLaunch, countOf, launchesByImage } from '../../report/launches-by-image.js';
import { SourceLocator } from '../../source/locator.js';
import { totalsOf } from '../../statistics/decoded-tallies.js';
import { AtollError } from '../../util/errors.js';
import { sha256 } from '../../util/hash.js';
import { required } from '../../util/required.js';

const frame = z.tuple([z.string(), z.number().int(), z.string()]);
const instruction = z.object({
  /** Bytes from the beginning of the code. */
  offset: z.number().int().nonnegative(),
  /** Executions by wavefronts, and of conditional branches how often they were taken. */
  times: z.number().nonnegative(),
  taken: z.number().nonnegative(),
  /** Source position, the innermost function first: id of the source, line, function. */
  frames: z.array(frame),
});
const kernel = z.object({
  kernel: z.string(),
  isa: z.string(),
  /** Base64 of the instructions. */
  code: z.string(),
  launches: z.number().nonnegative(),
  /** Values that the MODE register had when launches began. */
  modes: z.array(z.number()),
  instructions: z.array(instruction),
});
const source = z.object({ name: z.string(), text: z.string().optional() });
const coverage = z.object({
  format: z.literal('atoll coverage'),
  version: z.literal(1),
  /** By id: a name may be that of several texts. */
  sources: z.record(z.string(), source),
  kernels: z.array(kernel),
});

/** Contents of a coverage file. */
export type Coverage = z.infer<typeof coverage>;
export type CoveredKernel = z.infer<typeof kernel>;
export type CoveredInstruction = z.infer<typeof instruction>;

/** The words of a kernel's code. */
export function wordsOf({ code }: CoveredKernel): Uint32Array {
  const bytes = Buffer.from(code, 'base64');
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, n) => bytes.readUInt32LE(4 * n));
}

/** The instruction at an offset; undefined where there is none. */
export function decodedAt(isa: string, words: Uint32Array, offset: number): Instruction | undefined {
  const decoded = decode(isaNamed(isa), words, offset / 4);
  return decoded.ok ? decoded.instruction : undefined;
}

/** A branch that may continue behind it. */
export const isConditional = ({ def }: Instruction): boolean => classOf(def) === 'branch' && !neverGoesOn(def);

class Sources {
  readonly all: Coverage['sources'] = {};

  id(where: SourceLocator, name: string): string {
    const text = where.info.sources.get(name);
    const id = sha256(`${name}\n${text ?? ''}`).slice(0, 16);
    this.all[id] ??= text === undefined ? { name } : { name, text };
    return id;
  }
}

function instructionsOf(
  image: KernelImage,
  numbers: ReadonlyMap<number, { times: number; taken: number }>,
  sources: Sources,
) {
  const where = new SourceLocator(image.debug);
  const text = image.code.slice(0, image.textSize);
  const words = new Uint32Array(text.buffer, text.byteOffset, text.length >> 2);
  const instructions: CoveredInstruction[] = [];
  for (let offset = 0; offset < 4 * words.length; ) {
    const decoded = decodedAt(image.isa, words, offset);
    const { times = 0, taken = 0 } = numbers.get(offset) ?? {};
    const frames = (where.at(offset) ?? []).map(({ file, line, name }): [string, number, string] => [
      sources.id(where, file),
      line,
      name,
    ]);
    const counts = decoded && !decoded.def.isa.rules.isAuxiliary?.(decoded);
    if (counts) instructions.push({ offset, times, taken, frames });
    offset += decoded?.size ?? 4;
  }
  return { code: Buffer.from(text).toString('base64'), instructions: instructions };
}

/** @param images kernels of all programs that were built @param launches all of the run */
export function coverageOf(images: readonly KernelImage[], launches: readonly CoveredLaunch[]): Coverage {
  const own = launchesByImage(images, launches);
  const sources = new Sources();
  const kernels = [...own].map(([image, ran]): CoveredKernel => {
    const counts = new Map<number, { times: number; taken: number }>();
    for (const { offset, times, taken } of totalsOf(ran).tally.instructions) {
      const sum = counts.get(offset) ?? { times: 0, taken: 0 };
      counts.set(offset, { times: sum.times + times, taken: sum.taken + taken });
    }
    const modes = [...new Set(ran.flatMap(({ mode }) => (mode === undefined ? [] : [mode])))];
    return {
      kernel: image.name,
      isa: image.isa,
      launches: countOf(ran),
      modes,
      ...instructionsOf(image, counts, sources),
    };
  });
  return mergeCoverage([{ format: 'atoll coverage', version: 1, sources: sources.all, kernels }]);
}

function add(sum: CoveredKernel, more: CoveredKernel): void {
  sum.launches += more.launches;
  sum.modes = [...new Set([...sum.modes, ...more.modes])].sort((a, b) => a - b);
  sum.instructions.forEach((one, n) => {
    one.times += required(more.instructions[n], 'instruction').times;
    one.taken += required(more.instructions[n], 'instruction').taken;
  });
}

/** Kernels with the same code from the same lines are one. */
const keyOf = ({ kernel, isa, code, instructions }: CoveredKernel): string =>
  sha256(JSON.stringify([kernel, isa, code, instructions.map(({ offset, frames }) => [offset, frames])]));

/** Adds up runs. */
export function mergeCoverage(all: readonly Coverage[]): Coverage {
  const kernels = new Map<string, CoveredKernel>();
  for (const each of all.flatMap((one) => one.kernels)) {
    const kernel = kernels.get(keyOf(each));
    if (kernel) add(kernel, each);
    else kernels.set(keyOf(each), structuredClone(each));
  }
  const sources = Object.assign({}, ...all.map((one) => one.sources)) as Coverage['sources'];
  return { format: 'atoll coverage', version: 1, sources, kernels: [...kernels.values()] };
}

/** @throws AtollError BAD_INPUT naming the file and what is wrong */
export function parseCoverage(text: string, file: string): Coverage {
  try {
    return coverage.parse(JSON.parse(text));
  } catch (error) {
    const what = error instanceof z.ZodError ? z.prettifyError(error).split('\n')[0] : (error as Error).message;
    throw new AtollError(
      'BAD_INPUT',
      `${file} is not a coverage file: ${what}`,
      'atoll run --coverage writes such files',
    );
  }
}
