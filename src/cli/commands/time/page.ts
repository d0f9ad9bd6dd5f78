// `atoll time --html`: a page about the simulated time of a launch.

import { resolve } from 'node:path';
import { isaOfCode } from '../../../isa/load-isa.js';
import { timingHtml } from '../../../report/timing/html.js';
import { simulated } from '../../../report/timing/simulated.js';
import { usualThreads, withPool } from '../../../timing/model/simulation-pool.js';
import { withRecords } from '../../../timing/records/reader.js';
import { configurationOfCase, type SweepCase } from '../../../timing/sweep/cases.js';
import { AtollError } from '../../../util/errors.js';
import { writeWhole } from '../../../util/whole-file.js';
import { countOf, type TimeFlags } from './flags.js';

/** Maximum of chips in a page: more are hard to compare, and slow to draw. */
const MAX_CHIPS = 8;

/** Writes the page atomically. @throws AtollError BAD_OPTION, HOST; BAD_INPUT for bad records */
export function writeTimingPage(file: string, page: string, cases: readonly SweepCase[], flags: TimeFlags): void {
  const others = ['byInstruction', 'byLine', 'timeline', 'json', 'csv'] as const;
  const other = others.find((name) => flags[name]);
  if (other !== undefined || cases.some(({ level }) => level !== 'detailed'))
    throw new AtollError(
      'BAD_OPTION',
      '--html needs the detailed level, and excludes other outputs',
      'omit the others',
    );
  if (cases.length > MAX_CHIPS)
    throw new AtollError('BAD_OPTION', `--html: ${cases.length} chips, more than ${MAX_CHIPS}`, 'compare fewer');
  const threads = countOf('threads', flags.threads, 64) ?? usualThreads();
  const text = withRecords(file, (records) => {
    isaOfCode(records.launch.isa);
    return withPool(threads, (workers) =>
      timingHtml(cases.map((one) => simulated(records, configurationOfCase(one), workers))),
    );
  });
  try {
    writeWhole(resolve(page), text);
  } catch (error) {
    throw new AtollError(
      'HOST',
      `cannot write the page ${page}: ${(error as Error).message}`,
      'check free space and permissions',
    );
  }
}
