// Writes what a run launched into its manifest, as the counts that later runs have to show.

import { readFileSync } from 'node:fs';
import { type BenchResults, writeWhole } from './results.js';
import { openTarget } from './targets.js';

interface Entry {
  readonly name: string;
  counts?: Record<string, { launches: number; wavefronts: number }>;
}

/** Lists of words on one line, as a person writes them. */
const compact = (json: string): string =>
  json
    .replace(/\[\s+("[^[\]{}]*")\s+\]/g, (_, words: string) => `[${words.replace(/,\s+/g, ', ')}]`)
    .replace(/\{\s+("launches": \d+),\s+("wavefronts": \d+)\s+\}/g, '{ $1, $2 }');

/**
 * Enters the counts of the passed cases on Atoll's default device.
 * @returns how many cases were entered
 */
export function writeCounts({ manifest, cases }: BenchResults): number {
  const file = JSON.parse(readFileSync(manifest.path, 'utf8')) as { programs: Entry[] };
  const counting = new Set([...new Set(cases.map(({ target }) => target))].filter(holdsCounts));
  let entered = 0;
  for (const { benchmark, size, target, verdict, samples } of cases) {
    const entry = file.programs.find(({ name }) => name === benchmark);
    const { launches = null, wavefronts = null } = samples.at(-1) ?? {};
    if (!entry || verdict !== 'PASS' || !counting.has(target) || launches === null || wavefronts === null) continue;
    entry.counts = { ...entry.counts, [size]: { launches, wavefronts } };
    entered++;
  }
  if (entered > 0) writeWhole(manifest.path, `${compact(JSON.stringify(file, null, 2))}\n`);
  return entered;
}

/** True for targets on Atoll's default device. */
function holdsCounts(name: string): boolean {
  const target = openTarget(name);
  target.close();
  return target.counts;
}
