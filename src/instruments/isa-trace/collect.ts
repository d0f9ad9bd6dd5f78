// A trace of instructions as an instrument of a run: its worker writes the file.

import type { Settings } from '../../config/config.js';
import { TraceFile } from '../../debug/trace-file.js';
import { type TraceFilterOptions, traceFilter } from '../../debug/trace-filter.js';
import { required } from '../../util/required.js';
import type { Instrument } from '../instrument.js';
import { type TraceResult, traceReports } from './reports.js';

/** Plain data for the worker. */
export interface IsaTraceOptions {
  readonly file: string;
  readonly filter: TraceFilterOptions;
}

const filterOf = (settings: Settings): TraceFilterOptions => ({
  kernel: settings.traceKernel,
  launch: settings.traceLaunch,
  group: settings.traceGroup,
  wave: settings.traceWave,
  pc: settings.tracePc,
  classes: settings.traceClass,
  skip: settings.traceSkip,
  count: settings.traceCount,
  format: settings.traceFormat,
});

/** @throws AtollError BAD_OPTION for an invalid filter */
export function createInstrument(settings: Settings): Instrument {
  const options: IsaTraceOptions = {
    file: required(settings.traceIsa, 'file of the trace'),
    filter: filterOf(settings),
  };
  traceFilter(options.filter);
  let result: TraceResult | undefined;
  return {
    name: 'isa-trace',
    options,
    worker: { builtIn: 'isa-trace' },
    collect: (value) => void (result = value as TraceResult),
    reports: async () => traceReports(options.file, () => result),
    open: () => new TraceFile(options.file, () => {}).close(),
  };
}
