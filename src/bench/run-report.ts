// What `atoll run --report-json` writes: the numbers of one run for other programs. Times in seconds.

import { z } from 'zod';
import { RUN_REPORT_SCHEMA } from './run-report-limits.js';

const count = z.number().nonnegative();
const totals = {
  workGroups: count,
  wavefronts: count,
  barriers: count,
  /** Wave-instructions by unit. */
  instructions: z.record(z.string(), count),
  /** Instructions that the JIT left to the interpreter, by mnemonic. */
  exits: z.record(z.string(), count).optional(),
  seconds: count,
};

export const runReportSchema = z.object({
  schema: z.literal(RUN_REPORT_SCHEMA),
  release: z.string(),
  command: z.array(z.string()),
  devices: z.array(z.string()),
  engine: z.string(),
  exit: z.object({ code: z.number(), signal: z.string().nullable() }),
  /** From the start of the program to its end. */
  wallSeconds: count,
  launchCount: count,
  kernels: z.array(z.object({ kernel: z.string(), launches: count, ...totals })),
  /** The first launches, in the order of their ends. */
  launches: z.array(
    z.object({
      kernel: z.string(),
      device: z.string(),
      globalSize: z.array(count),
      localSize: z.array(count),
      ...totals,
    }),
  ),
});

export type RunReport = z.infer<typeof runReportSchema>;
