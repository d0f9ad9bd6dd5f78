// Coverage by the lines of sources.

import { valueAt } from '../../util/required.js';
import {
  type Coverage,
  type CoveredInstruction,
  type CoveredKernel,
  decodedAt,
  isConditional,
  wordsOf,
} from './coverage.js';

export interface BranchCoverage {
  /** Number of wavefronts that continued, and that went to the target; both 0 where it was never reached. */
  readonly notTaken: number;
  readonly taken: number;
}

export interface LineCoverage {
  /** Of the instruction that was executed most: several are of one line. Kernels are added. */
  times: number;
  readonly branches: BranchCoverage[];
  /** Instructions whose innermost line it is, with their kernels. */
  readonly instructions: { readonly kernel: CoveredKernel; readonly instruction: CoveredInstruction }[];
}

export interface FunctionCoverage {
  /** Its first line that has code. */
  line: number;
  times: number;
}

export interface SourceCoverage {
  readonly id: string;
  readonly name: string;
  readonly text: string | undefined;
  readonly lines: Map<number, LineCoverage>;
  readonly functions: Map<string, FunctionCoverage>;
}

type BySource = Map<string, SourceCoverage>;

const lineOf = ({ lines }: SourceCoverage, line: number): LineCoverage => {
  let entry = lines.get(line);
  if (!entry) lines.set(line, (entry = { times: 0, branches: [], instructions: [] }));
  return entry;
};

/** Largest numbers by key. */
class Maxima<K> extends Map<K, number> {
  note(key: K, times: number): void {
    this.set(key, Math.max(this.get(key) ?? 0, times));
  }
}

function addKernel(sources: BySource, kernel: CoveredKernel): void {
  const words = wordsOf(kernel);
  const [lines, functions] = [new Map<SourceCoverage, Maxima<number>>(), new Map<SourceCoverage, Maxima<string>>()];
  for (const instruction of kernel.instructions) {
    instruction.frames.forEach(([id, line, name], depth) => {
      const source = sources.get(id);
      if (!source) return;
      const own = lines.get(source) ?? new Maxima<number>();
      lines.set(source, own);
      own.note(line, instruction.times);
      if (depth === 0) noteInstruction(lineOf(source, line), kernel, instruction, words);
      if (name === '') return;
      const called = functions.get(source) ?? new Maxima<string>();
      functions.set(source, called);
      called.note(name, instruction.times);
      const existing = source.functions.get(name);
      if (existing) existing.line = Math.min(existing.line, line);
      else source.functions.set(name, { line, times: 0 });
    });
  }
  for (const [source, most] of lines) for (const [line, times] of most) lineOf(source, line).times += times;
  for (const [source, most] of functions)
    for (const [name, times] of most) valueAt(source.functions, name, 'function').times += times;
}

function noteInstruction(line: LineCoverage, kernel: CoveredKernel, one: CoveredInstruction, words: Uint32Array): void {
  line.instructions.push({ kernel, instruction: one });
  const decoded = decodedAt(kernel.isa, words, one.offset);
  if (decoded && isConditional(decoded)) line.branches.push({ taken: one.taken, notTaken: one.times - one.taken });
}

/** Sources that have code, in the order of their names. */
export function sourcesOf({ sources, kernels }: Coverage): SourceCoverage[] {
  const bySource: BySource = new Map(
    Object.entries(sources).map(([id, { name, text }]) => [
      id,
      { id, name, text, lines: new Map(), functions: new Map() },
    ]),
  );
  for (const kernel of kernels) addKernel(bySource, kernel);
  return [...bySource.values()].filter(({ lines }) => lines.size > 0).sort((a, b) => a.name.localeCompare(b.name));
}

/** Fraction of some numbers that is not 0. */
export function part(numbers: Iterable<number>): { readonly hit: number; readonly total: number } {
  const all = [...numbers];
  return { hit: all.filter((number) => number > 0).length, total: all.length };
}
