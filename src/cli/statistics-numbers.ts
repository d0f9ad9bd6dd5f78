// The numbers of a run, each with what it is of: kernels, launches, instructions.

import type { LaunchReport } from '../driver/core/processor/messages.js';
import { printInstruction } from '../isa/print.js';
import type { Statistic } from '../statistics/statistic.js';
import { type Tally, tallyOf, totalsOf } from '../statistics/tally.js';
import { launchesByKernel } from './launches.js';

export const SCOPES = ['kernel', 'launch', 'instruction'] as const;
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
  /** Work-groups whose values were looked at, of how many; absent where nobody has. */
  readonly sampled?: readonly [looked: number, all: number];
  /** By the rows that were asked for; null: not collected, or there is no such number. */
  readonly values: readonly (number | null)[];
}

const sampledOf = ({ sample, workGroups }: Tally): Pick<Subject, 'sampled'> =>
  sample ? { sampled: [sample.groups, workGroups] } : {};

const valuesOf = (rows: readonly Statistic[], tally: Tally): (number | null)[] =>
  rows.map(({ fold }) => fold(tally) ?? null);

/** Every instruction that ran; what is known only of launches is null there. */
function instructionsOf(rows: readonly Statistic[], kernel: string, tally: Tally): Subject[] {
  return tally.instructions.map((one) => {
    const alone = { ...tally, invalid: 0, instructions: [one] };
    const values = rows.map(({ scope, fold }) => (scope === 'instruction' ? (fold(alone) ?? null) : null));
    const place = { code: one.code, offset: one.offset, instruction: printInstruction(one.instruction) };
    return { scope: 'instruction', kernel, ...place, ...sampledOf(tally), values };
  });
}

/** All subjects of some scopes, kernel by kernel. */
export function subjectsOf(
  launches: readonly LaunchReport[],
  rows: readonly Statistic[],
  scopes: readonly Scope[],
): Subject[] {
  const numbers = new Map(launches.map((launch, number) => [launch, number]));
  return [...launchesByKernel(launches)].flatMap(([kernel, own]) => {
    const { tally } = totalsOf(own);
    const found: Subject[] = [];
    if (scopes.includes('kernel'))
      found.push({ scope: 'kernel', kernel, ...sampledOf(tally), values: valuesOf(rows, tally) });
    if (scopes.includes('launch'))
      for (const launch of own) {
        const one = tallyOf(launch);
        found.push({
          scope: 'launch',
          kernel,
          launch: numbers.get(launch)!,
          ...sampledOf(one),
          values: valuesOf(rows, one),
        });
      }
    if (scopes.includes('instruction')) found.push(...instructionsOf(rows, kernel, tally));
    return found;
  });
}

/** Where a number comes from, in a few words. */
export function sourceOf({ collection }: Statistic, { sampled }: Subject): string {
  if (collection !== 'values') return { counts: 'engine', description: 'launch', addresses: 'probe' }[collection];
  return sampled ? `probe, ${sampled[0]} of ${sampled[1]} work-groups` : 'probe';
}
