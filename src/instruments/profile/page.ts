// `atoll run --report`: a page about a run, with the parts of its instruments.

import { runData } from '../../report/run-data.js';
import { runHtml } from '../../report/run-html.js';
import { selectedRows } from '../../statistics/selection.js';
import { writeOutput } from '../../util/whole-file.js';
import type { FinishedRun } from '../instrument.js';
import { reportsOf } from '../reports.js';

async function pageOf(run: FinishedRun): Promise<string> {
  const { argv, engine, devices, startNs, wallNs, launches, images } = run;
  const reports = await reportsOf(run.instruments);
  const parts = reports.flatMap(({ page }) => page?.({ launches, images, isFinal: true }) ?? []);
  const facts = {
    program: argv.join(' '),
    engine,
    devices,
    startNs,
    wallNs,
    configurations: parts.flatMap(({ configurations = [] }) => configurations),
    agreement: parts.find(({ agreement }) => agreement)?.agreement,
    tables: parts.flatMap(({ tables = [] }) => tables),
    sections: parts.flatMap(({ sections = [] }) => sections),
  };
  const rows = selectedRows(['counts', ...parts.flatMap(({ statistics = [] }) => statistics)]);
  return runHtml(runData(facts, images, launches, rows));
}

/** Writes the page atomically. @throws AtollError HOST */
export async function writeRunPage(file: string, run: FinishedRun): Promise<void> {
  writeOutput(file, 'the report', await pageOf(run));
}
