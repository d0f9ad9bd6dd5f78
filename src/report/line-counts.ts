// Execution counts of each line of the source, over all launches of the kernels of a name.

import type { KernelImage } from '../launch/image.js';
import { SourceLocator } from '../source/locator.js';
import { totalsOf } from '../statistics/decoded-tallies.js';
import { type CoveredLaunch, launchesByImage } from './launches-by-image.js';
import { MAX_LINES_LISTED } from './run-report-limits.js';

export interface LineCount {
  readonly file: string;
  readonly line: number;
  /** Empty where the source is not there. */
  readonly text: string;
  /** Wave-instructions. */
  readonly instructions: number;
}

const inOrder = (a: LineCount, b: LineCount): number => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line);

function bounded(lines: LineCount[]): LineCount[] {
  const hottest = lines.sort((a, b) => b.instructions - a.instructions).slice(0, MAX_LINES_LISTED);
  return hottest.sort(inOrder);
}

/** @returns lines by the name of the kernel; only of kernels whose lines are known */
export function lineCounts(
  images: readonly KernelImage[],
  launches: readonly CoveredLaunch[],
): Map<string, readonly LineCount[]> {
  const kernels = new Map<string, Map<string, LineCount>>();
  for (const [image, own] of launchesByImage(images, launches)) {
    const where = new SourceLocator(image.debug);
    if (own.length === 0 || !where.isKnown) continue;
    const lines = kernels.get(image.name) ?? new Map<string, LineCount>();
    kernels.set(image.name, lines);
    for (const { offset, times } of totalsOf(own).tally.instructions) {
      const place = where.lineAt(offset);
      if (!place) continue;
      const { file, line } = place;
      const text = where.text(place) ?? '';
      // Programs may be built from several texts of one name.
      const key = `${file}:${line}:${text}`;
      lines.set(key, { file, line, text, instructions: (lines.get(key)?.instructions ?? 0) + times });
    }
  }
  return new Map([...kernels].map(([kernel, lines]) => [kernel, bounded([...lines.values()])]));
}
