// The check of LDS accesses in the processor thread: one for all programs, so that each instruction is reported once.

import { LdsCheck } from '../../debug/lds-check.js';
import type { InstrumentWorker, WorkerHost } from '../instrument.js';

export function createWorker(_options: unknown, { say, launchContexts }: WorkerHost): InstrumentWorker {
  const check = new LdsCheck(say, launchContexts);
  return {
    probe: () => check,
    defects: () => check.findings.size,
    result: () => [...check.findings.values()],
  };
}
