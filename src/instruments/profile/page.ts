// `atoll run --report`: a page about a run.

import { resolve } from 'node:path';
import type { Settings } from '../../config/config.js';
import { runData } from '../../report/run-data.js';
import { runHtml } from '../../report/run-html.js';
import { selectedRows } from '../../statistics/selection.js';
import { cannotWrite, writeWhole } from '../../util/whole-file.js';
import type { FinishedRun } from '../instrument.js';
import { statisticsRequestOf } from '../statistics/request.js';
import { statisticsTables } from '../statistics/tables.js';
import { runAgreement } from '../timing/agreement.js';
import { reportedChips } from '../timing/request.js';

function pageOf(settings: Settings, { argv, engine, devices, startNs, wallNs, launches, images }: FinishedRun): string {
  const { stats } = settings;
  const facts = {
    program: argv.join(' '),
    engine,
    devices,
    startNs,
    wallNs,
    configurations: reportedChips(settings),
    agreement: runAgreement(launches),
    tables: stats === undefined ? [] : statisticsTables(statisticsRequestOf(settings), launches, images),
  };
  return runHtml(runData(facts, images, launches, selectedRows(['counts', ...(stats ?? [])])));
}

/** Writes the page atomically, with the selected statistics besides counts. @throws AtollError HOST */
export function writeRunPage(file: string, settings: Settings, run: FinishedRun): void {
  const page = pageOf(settings, run);
  try {
    writeWhole(resolve(file), page);
  } catch (error) {
    throw cannotWrite('the report', file, error);
  }
}
