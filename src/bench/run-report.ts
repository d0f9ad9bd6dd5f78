// What `atoll run --report-json` writes: the numbers of one run for other programs. Times in seconds.

import { z } from 'zod';
import { RUN_REPORT_SCHEMA } from './run-report-limits.js';

const count = z.number().nonnegative();
const totals = {
  workGroups: count,
  wavefronts: count,
  barriers: count,
  /** Wave-instructions by class. */
  instructions: z.record(z.string(), count),
  /** All statistics by their names (docs/statistics.md); null: not collected. */
  statistics: z.record(z.string(), count.nullable()).optional(),
  /** Instructions that the JIT left to the interpreter, by mnemonic. */
  exits: z.record(z.string(), count).optional(),
  /** From the start of a launch to its end, what follows included. */
  seconds: count,
  /** In which the kernel was translated, and that compiled, on the thread of the launch. */
  translationSeconds: count.optional(),
  compilationSeconds: count.optional(),
  /** Launches that did not end well. */
  failed: count.optional(),
};
const work = z.object({ count, seconds: count, running: count });

export const runReportSchema = z.object({
  schema: z.literal(RUN_REPORT_SCHEMA),
  release: z.string(),
  command: z.array(z.string()),
  devices: z.array(z.string()),
  engine: z.string(),
  /** null while the program runs. */
  exit: z.object({ code: z.number(), signal: z.string().nullable() }).nullable(),
  /** From the start of the program to its end. */
  wallSeconds: count,
  /** Builds of programs, those from the cache too. */
  builds: work.optional(),
  /** Kernels made into machine code by clang, in the background. */
  compilations: work.optional(),
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
      /** Why it did not end well. */
      failure: z.string().optional(),
    }),
  ),
});

export type RunReport = z.infer<typeof runReportSchema>;
