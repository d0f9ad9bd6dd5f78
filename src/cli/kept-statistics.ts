// Statistics of whole kernels and launches from facts about their instructions that an earlier run has kept.

import type { LaunchReport } from '../driver/core/processor/messages.js';
import type { KeptFacts } from '../kernels/kept-facts.js';
import { KnownCodes } from '../statistics/code-facts.js';
import { launchesByKernel } from './launches.js';
import { areWhole, wholeSubjects } from './statistics-numbers.js';
import type { StatisticsOrder } from './statistics-order.js';
import { statisticsText } from './statistics-text.js';

/** An instruction that nobody has kept facts of. */
class Unknown extends Error {}

/** @returns false when it takes the tables of instruction sets: nothing has been said then */
export function giveKeptStatistics(
  { rows, scopes, files }: StatisticsOrder,
  launches: readonly LaunchReport[],
  kept: KeptFacts | undefined,
  say: (text: string) => void,
): boolean {
  if (!kept || files.length > 0 || !areWhole(scopes)) return false;
  const unknown = (): never => {
    throw new Unknown('there are no facts of an instruction');
  };
  const codes = new KnownCodes(unknown, (code) => kept.load(code));
  const numbers = new Map(launches.map((launch, number) => [launch, number]));
  try {
    const subjects = [...launchesByKernel(launches)].flatMap(([kernel, own]) =>
      wholeSubjects(kernel, own, { rows, scopes, codes }, (launch) => numbers.get(launch)!),
    );
    say(statisticsText(rows, subjects));
    return true;
  } catch (error) {
    if (error instanceof Unknown) return false;
    throw error;
  }
}
