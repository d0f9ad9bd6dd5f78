// Statistics of whole kernels and launches, from facts of their instructions cached by an earlier run.

import type { LaunchReport } from '../../driver/core/processor/messages.js';
import type { FactsCache } from '../../kernels/facts-cache.js';
import { launchesByKernel } from '../../report/launches-by-kernel.js';
import { DescribedCodes } from '../../statistics/code-facts.js';
import { valueAt } from '../../util/required.js';
import { areWhole, wholeSubjects } from './numbers.js';
import type { StatisticsRequest } from './request.js';
import { statisticsText } from './text.js';

/** An instruction without cached facts. */
class UnknownStatistic extends Error {}

/** @returns false, without output, if the tables of instruction sets are needed */
export function giveKeptStatistics(
  { rows, scopes, files }: StatisticsRequest,
  launches: readonly LaunchReport[],
  cache: FactsCache | undefined,
  say: (text: string) => void,
): boolean {
  if (!cache || files.length > 0 || !areWhole(scopes)) return false;
  const unknown = (): never => {
    throw new UnknownStatistic('there are no facts of an instruction');
  };
  const codes = new DescribedCodes(unknown, (code) => cache.load(code));
  const numbers = new Map(launches.map((launch, number) => [launch, number]));
  try {
    const subjects = [...launchesByKernel(launches)].flatMap(([kernel, own]) =>
      wholeSubjects(kernel, own, { rows, scopes, codes }, (launch) => valueAt(numbers, launch, 'number of the launch')),
    );
    say(statisticsText(rows, subjects));
    return true;
  } catch (error) {
    if (error instanceof UnknownStatistic) return false;
    throw error;
  }
}
