// A trace of instructions in the processor thread, of all programs in one file.

import { BinaryTraceProbe, BinaryTraceSink } from '../../debug/binary-trace.js';
import { TraceProbe } from '../../debug/trace.js';
import { TraceBudget } from '../../debug/trace-budget.js';
import { TraceFile } from '../../debug/trace-file.js';
import { traceFilter } from '../../debug/trace-filter.js';
import type { InstrumentWorker, WorkerHost } from '../instrument.js';
import type { IsaTraceOptions } from './collect.js';
import type { TraceResult } from './reports.js';

/** @throws AtollError HOST when the trace cannot be written */
export function createWorker(settings: unknown, { launchContexts, lacks }: WorkerHost): InstrumentWorker {
  const options = settings as IsaTraceOptions;
  const filter = traceFilter(options.filter);
  const budget = new TraceBudget(filter.limit, filter.skip);
  const file = new TraceFile(options.file, lacks);
  const binary =
    options.filter.format === 'binary' ? new BinaryTraceSink((bytes) => file.writeBytes(bytes)) : undefined;
  const sink = (text: string): void => file.write(text);
  return {
    probe: (session) =>
      binary
        ? new BinaryTraceProbe({ filter, budget, session, sink: binary })
        : new TraceProbe({ filter, budget, session, launchContexts, sink }),
    result: (): TraceResult => {
      file.flush();
      return { instructions: budget.used, dropped: budget.dropped, isComplete: file.isComplete };
    },
    stopped: () => file.flush(),
    idle: () => file.flush(),
    close: () => file.close(),
  };
}
