// Guesses that a simulated time depends on: those behind reasons with more than a tenth of the time.

import type { Reason } from '../../timing/model/reasons.js';
import type { TimingResult } from '../../timing/model/result.js';

/** Parameters that make the cycles of a reason. */
const BEHIND: Readonly<Partial<Record<Reason, readonly string[]>>> = {
  fetch: ['frontEnd.fetchLatencyCycles', 'frontEnd.bufferBytes'],
  waitVector: ['l1.latencyCycles', 'l2.latencyCycles', 'dram.latencyCycles'],
  waitLds: ['lds.latencyCycles'],
  waitScalar: ['scalarCache.latencyCycles', 'l2.latencyCycles', 'dram.latencyCycles'],
  waitExport: ['vectorMemory.queueEntries'],
  busyMemory: ['vectorMemory.queueEntries'],
  busyLds: ['lds.queueEntries'],
  pressure: ['l1.outstandingLines'],
  emptyDispatch: ['dispatcher.cyclesPerWorkGroup'],
};
const AROUND = ['dispatcher.cyclesBeforeLaunch', 'dispatcher.cyclesAfterLaunch'];
const MUCH = 0.1;

export interface WeightedGuess {
  readonly parameters: readonly string[];
  readonly what: string;
  readonly share: number;
}

/** The largest first. */
export function weightyGuesses({
  guesses,
  stalls,
  slotCycles,
  cycles,
  executionCycles,
}: TimingResult): WeightedGuess[] {
  const guessNames = new Set(guesses);
  const guessed = (names: readonly string[]): readonly string[] => names.filter((name) => guessNames.has(name));
  const all: WeightedGuess[] = Object.entries(BEHIND).map(([reason, names]) => ({
    parameters: guessed(names),
    what: `cycles of slots: ${reason}`,
    share: slotCycles > 0 ? stalls[reason as Reason] / slotCycles : 0,
  }));
  all.push({ parameters: guessed(AROUND), what: 'cycles around the execution', share: 1 - executionCycles / cycles });
  return all.filter(({ parameters, share }) => parameters.length > 0 && share > MUCH).sort((a, b) => b.share - a.share);
}
