// The numbers of a run, each with what it is of: kernels and launches, here; lines of their sources and instructions
// are in parts.ts.

import type { LaunchReport } from '../../../../driver/core/processor/messages.js';
import { isSingle } from '../../../../report/launches-by-image.js';
import type { DescribedCodes } from '../../../../statistics/code-facts.js';
import type { Bins } from '../../../../statistics/instruction-bins.js';
import type { Statistic } from '../../../../statistics/statistic.js';
import { type Tally, Totals } from '../../../../statistics/tally.js';

export const SCOPES = ['kernel', 'launch', 'line', 'instruction'] as const;
export type Scope = (typeof SCOPES)[number];

/** What numbers are of. */
export interface Subject {
  readonly scope: Scope;
  readonly kernel: string;
  /** Of a launch: its number in the order of their ends, from 0. */
  readonly launch?: number;
  /**
   * Of an instruction: in which of the kernel's codes (programs that are built anew have another one), where, and what.
   */
  readonly code?: number;
  readonly offset?: number;
  readonly instruction?: string;
  /**
   * Of a line: `file:line`, empty for code of which the compiler does not say where it comes from; and what stands
   * there.
   */
  readonly line?: string;
  readonly text?: string;
  /** Work-groups whose values were looked at, of how many; absent where nobody has. */
  readonly sampled?: readonly [looked: number, all: number];
  /** By the rows that were asked for; null: not collected, or there is no such number. */
  readonly values: readonly (number | null)[];
  /** Of those that are histograms, likewise. */
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

/** Whether all that is asked for is of whole kernels and launches. */
export const areWhole = (scopes: readonly Scope[]): boolean =>
  scopes.every((scope) => scope === 'kernel' || scope === 'launch');

/** Of a kernel as a whole, and of each of its launches. @param numberOf launches in the order in which they ended */
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
  const found: Subject[] = [];
  if (scopes.includes('kernel')) found.push({ scope: 'kernel', kernel, ...numbersOf(rows, tallyOf(launches)) });
  if (scopes.includes('launch'))
    for (const launch of launches.filter(isSingle))
      found.push({ scope: 'launch', kernel, launch: numberOf(launch), ...numbersOf(rows, tallyOf([launch])) });
  return found;
}

/** Where a number comes from, in a few words. */
export function sourceOf({ collection }: Statistic, { sampled }: Subject): string {
  if (collection !== 'values') return { counts: 'engine', description: 'launch', addresses: 'probe' }[collection];
  return sampled ? `probe, ${sampled[0]} of ${sampled[1]} work-groups` : 'probe';
}
