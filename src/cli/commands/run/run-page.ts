// `atoll run --report`: a page about a run.

import { resolve } from 'node:path';
import type { KernelImage } from '../../../launch/image.js';
import { type ReportedLaunch, type RunFacts, runData } from '../../../report/run-data.js';
import { runHtml } from '../../../report/run-html.js';
import { selectedRows } from '../../../statistics/selection.js';
import { cannotWrite, writeWhole } from '../../../util/whole-file.js';

/** Writes the page atomically. @param statistics selected statistics besides counts @throws AtollError HOST */
export function writeRunPage(
  file: string,
  facts: RunFacts,
  images: readonly KernelImage[],
  launches: readonly ReportedLaunch[],
  statistics: readonly string[] = [],
): void {
  const page = runHtml(runData(facts, images, launches, selectedRows(['counts', ...statistics])));
  try {
    writeWhole(resolve(file), page);
  } catch (error) {
    throw cannotWrite('the report', file, error);
  }
}
