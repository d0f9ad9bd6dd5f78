// The numbers of a run, each with what it is of: kernels, launches, lines of their sources, instructions.

import type { LaunchReport } from '../driver/core/processor/messages.js';
import { printInstruction } from '../isa/print.js';
import type { KernelImage } from '../launch/image.js';
import { isSingle, launchesByImage } from '../report/launches-by-image.js';
import { Where } from '../source/where.js';
import type { Bins } from '../statistics/instruction-bins.js';
import type { Statistic } from '../statistics/statistic.js';
import { type InstructionCount, type Tally, tallyOf, totalsOf } from '../statistics/tally.js';
import { launchesByKernel } from './launches.js';

export const SCOPES = ['kernel', 'launch', 'line', 'instruction'] as const;
export type Scope = (typeof SCOPES)[number];

/** What numbers are of. */
export interface Subject {
  readonly scope: Scope;
  readonly kernel: string;
  /** Of a launch: its number in the order of their ends, from 0. */
  readonly launch?: number;
  /** Of an instruction: in which of the kernel's codes (programs that are built anew have another one), where, and what. */
  readonly code?: number;
  readonly offset?: number;
  readonly instruction?: string;
  /** Of a line: `file:line`, empty for code of which the compiler does not say where it comes from; and what stands there. */
  readonly line?: string;
  readonly text?: string;
  /** Work-groups whose values were looked at, of how many; absent where nobody has. */
  readonly sampled?: readonly [looked: number, all: number];
  /** By the rows that were asked for; null: not collected, or there is no such number. */
  readonly values: readonly (number | null)[];
  /** Of those that are histograms, likewise. */
  readonly bins: readonly (Bins | null)[];
}

const sampledOf = ({ sample, workGroups }: Tally): Pick<Subject, 'sampled'> =>
  sample ? { sampled: [sample.groups, workGroups] } : {};

type Numbers = Pick<Subject, 'sampled' | 'values' | 'bins'>;

const numbersOf = (rows: readonly Statistic[], tally: Tally): Numbers => ({
  ...sampledOf(tally),
  values: rows.map(({ fold }) => fold(tally) ?? null),
  bins: rows.map(({ bins }) => bins?.fold(tally) ?? null),
});

/** Of some instructions; what is known only of launches is null there. */
function partialNumbers(rows: readonly Statistic[], tally: Tally, instructions: readonly InstructionCount[]): Numbers {
  const part = { ...tally, invalid: 0, instructions };
  return {
    ...sampledOf(tally),
    values: rows.map(({ scope, fold }) => (scope === 'instruction' ? (fold(part) ?? null) : null)),
    bins: rows.map(({ bins }) => bins?.fold(part) ?? null),
  };
}

/** Every line of which an instruction ran, in the order of the source; kernels that were built without lines have none. */
function linesOf(
  rows: readonly Statistic[],
  kernel: string,
  launches: readonly LaunchReport[],
  images: readonly KernelImage[],
): Subject[] {
  const named = images.filter(({ name }) => name === kernel);
  const found: Subject[] = [];
  for (const [image, own] of launchesByImage(named, launches)) {
    const where = new Where(image.debug);
    if (own.length === 0 || !where.known) continue;
    const { tally } = totalsOf(own);
    const byLine = new Map<string, InstructionCount[]>();
    for (const one of tally.instructions) {
      const place = where.lineAt(one.offset);
      const line = place ? `${place.file}:${place.line}` : '';
      byLine.set(line, [...(byLine.get(line) ?? []), one]);
    }
    const collator = makeCollator();
    for (const [line, instructions] of [...byLine].sort(([one], [other]) => collator.compare(one, other))) {
      const place = where.lineAt(instructions[0]!.offset);
      const text = (place && where.text(place)?.trim()) ?? '';
      found.push({ scope: 'line', kernel, line, text, ...partialNumbers(rows, tally, instructions) });
    }
  }
  return found;
}

/** Made only where lines are sorted: it reads tables of languages for 7 ms. */
const makeCollator = (): Intl.Collator => new Intl.Collator('en', { numeric: true });

/** Every instruction that ran. */
function instructionsOf(rows: readonly Statistic[], kernel: string, tally: Tally): Subject[] {
  return tally.instructions.map((one) => {
    const place = { code: one.code, offset: one.offset, instruction: printInstruction(one.instruction) };
    return { scope: 'instruction', kernel, ...place, ...partialNumbers(rows, tally, [one]) };
  });
}

/** All subjects of some scopes, kernel by kernel. @param images of the kernels that were built, where lines are asked for */
export function subjectsOf(
  launches: readonly LaunchReport[],
  rows: readonly Statistic[],
  scopes: readonly Scope[],
  images: readonly KernelImage[] = [],
): Subject[] {
  const numbers = new Map(launches.map((launch, number) => [launch, number]));
  return [...launchesByKernel(launches)].flatMap(([kernel, own]) => {
    const { tally } = totalsOf(own);
    const found: Subject[] = [];
    if (scopes.includes('kernel')) found.push({ scope: 'kernel', kernel, ...numbersOf(rows, tally) });
    if (scopes.includes('launch'))
      for (const launch of own.filter(isSingle))
        found.push({ scope: 'launch', kernel, launch: numbers.get(launch)!, ...numbersOf(rows, tallyOf(launch)) });
    if (scopes.includes('line')) found.push(...linesOf(rows, kernel, own, images));
    if (scopes.includes('instruction')) found.push(...instructionsOf(rows, kernel, tally));
    return found;
  });
}

/** Where a number comes from, in a few words. */
export function sourceOf({ collection }: Statistic, { sampled }: Subject): string {
  if (collection !== 'values') return { counts: 'engine', description: 'launch', addresses: 'probe' }[collection];
  return sampled ? `probe, ${sampled[0]} of ${sampled[1]} work-groups` : 'probe';
}
