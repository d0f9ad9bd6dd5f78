// The numbers of a run with their subjects: kernels and launches; parts.ts has lines and instructions.

import type { LaunchReport } from '../../driver/core/processor/messages.js';
import { isSingle } from '../../report/launches-by-image.js';
import type { DescribedCodes } from '../../statistics/code-facts.js';
import type { Bins } from '../../statistics/instruction-bins.js';
import type { Statistic } from '../../statistics/statistic.js';
import { type Tally, Totals } from '../../statistics/tally.js';

export const SCOPES = ['kernel', 'launch', 'line', 'instruction'] as const;
export type Scope = (typeof SCOPES)[number];

/** The subject of numbers. */
export interface Subject {
  readonly scope: Scope;
  readonly kernel: string;
  /** For a launch: its number in order of completion, from 0. */
  readonly launch?: number;
  /** For an instruction: the number of the kernel's code (each build has its own), the offset, and the text. */
  readonly code?: number;
  readonly offset?: number;
  readonly instruction?: string;
  /** For a line: `file:line`, empty for code without a line from the compiler; and its text. */
  readonly line?: string;
  readonly text?: string;
  /** Observed work-groups, and all; absent without observation of values. */
  readonly sampled?: readonly [looked: number, all: number];
  /** By the selected rows; null: not collected, or undefined. */
  readonly values: readonly (number | null)[];
  /** The same for histograms. */
  readonly bins: readonly (Bins | null)[];
}

export const sampledOf = ({ sample, workGroups }: Tally): Pick<Subject, 'sampled'> =>
  sample ? { sampled: [sample.groups, workGroups] } : {};

export type Numbers = Pick<Subject, 'sampled' | 'values' | 'bins'>;

const numbersOf = (rows: readonly Statistic[], tally: Tally): Numbers => ({
  ...sampledOf(tally),
  values: rows.map(({ fold }) => fold(tally) ?? null),
  bins: rows.map(({ bins }) => bins?.fold(tally) ?? null),
});

/** True if all scopes are whole kernels and launches. */
export const areWhole = (scopes: readonly Scope[]): boolean =>
  scopes.every((scope) => scope === 'kernel' || scope === 'launch');

/** The subjects of a kernel and of its launches. @param numberOf position of a launch in order of completion */
export function wholeSubjects(
  kernel: string,
  launches: readonly LaunchReport[],
  {
    rows,
    scopes,
    codes,
  }: { readonly rows: readonly Statistic[]; readonly scopes: readonly Scope[]; readonly codes: DescribedCodes },
  numberOf: (launch: LaunchReport) => number,
): Subject[] {
  const tallyOf = (of: readonly LaunchReport[]): Tally => new Totals(codes).addAll(of).tally;
  const subjects: Subject[] = [];
  if (scopes.includes('kernel')) subjects.push({ scope: 'kernel', kernel, ...numbersOf(rows, tallyOf(launches)) });
  if (scopes.includes('launch'))
    for (const launch of launches.filter(isSingle))
      subjects.push({ scope: 'launch', kernel, launch: numberOf(launch), ...numbersOf(rows, tallyOf([launch])) });
  return subjects;
}

/** The source of a number, as text. */
export function sourceOf({ collection }: Statistic, { sampled }: Subject): string {
  if (collection !== 'values') return { counts: 'engine', description: 'launch', addresses: 'probe' }[collection];
  return sampled ? `probe, ${sampled[0]} of ${sampled[1]} work-groups` : 'probe';
}
