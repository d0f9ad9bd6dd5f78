// A trace of instructions in the reports of a run: its file, and the instructions that are in it.

import { type OutputDescription, outputReports } from '../output-reports.js';
import type { InstrumentReports } from '../reports.js';

/** The result of the worker. */
export interface TraceResult {
  readonly instructions: number;
  /** Instructions after the limit, which the filter accepts. */
  readonly dropped: number;
  /** The file could take everything. */
  readonly isComplete: boolean;
}

function describe(file: string, result: TraceResult): OutputDescription {
  const { instructions, dropped, isComplete } = result;
  const rest = dropped === 0 ? '' : `, ${dropped} more dropped (--trace-count)`;
  return {
    title: 'Trace of instructions',
    text: `trace of instructions ${file}: ${instructions} instructions${rest}${isComplete ? '' : ', incomplete'}`,
    data: { file, ...result },
  };
}

/** @param resultOf undefined until the end of all launches */
export const traceReports = (file: string, resultOf: () => TraceResult | undefined): InstrumentReports =>
  outputReports(() => {
    const result = resultOf();
    return result && describe(file, result);
  });
