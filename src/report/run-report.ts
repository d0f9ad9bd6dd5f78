// Output of `atoll run --report-json`: the numbers of one run for other programs. Times in seconds.

import { z } from 'zod';
import type { ReportedConfiguration } from '../timing/config/configuration.js';
import { AtollError } from '../util/errors.js';
import { RUN_REPORT_SCHEMA } from './run-report-limits.js';

const count = z.number().nonnegative();
/** Of each histogram how much is in a bin, by the bin's number; null: not collected. */
const histograms = z.record(z.string(), z.record(z.string(), count).nullable()).optional();
/** Numbers that `--stats` requested. */
const numbers = { statistics: z.record(z.string(), count.nullable()), histograms };
const totals = {
  workGroups: count,
  wavefronts: count,
  barriers: count,
  /** Wave-instructions by class. */
  instructions: z.record(z.string(), count),
  /** All statistics by their names (docs/statistics.md); null: not collected. */
  statistics: z.record(z.string(), count.nullable()).optional(),
  histograms,
  /** Instructions that the JIT left to the interpreter, by mnemonic. */
  exits: z.record(z.string(), count).optional(),
  /** From the start of a launch to its end, what follows included. */
  seconds: count,
  /** Time in which the kernel was translated, and compiled, on the thread of the launch. */
  translationSeconds: count.optional(),
  compilationSeconds: count.optional(),
  /** Launches that did not end well. */
  failed: count.optional(),
};
/** Of a kernel whose source is known (`-g`): lines with what was executed for them, in the order of files and lines. */
const lines = z.array(z.object({ file: z.string(), line: count, text: z.string(), instructions: count })).optional();
/** Of a kernel with statistics by line (`--stats-by`): `file:line`, empty where the compiler says nothing. */
const byLine = z.array(z.object({ line: z.string(), text: z.string(), ...numbers })).optional();
/** Likewise by instruction. */
const byInstruction = z.array(z.object({ code: count, offset: count, instruction: z.string(), ...numbers })).optional();
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
  kernels: z.array(z.object({ kernel: z.string(), launches: count, ...totals, lines, byLine, byInstruction })),
  /** Of launches that were simulated here and executed by another OpenCL, too: means of each kernel. */
  agreement: z
    .object({
      kernels: z.array(
        z.object({
          kernel: z.string(),
          launches: count,
          measuredSeconds: count,
          simulatedSeconds: count,
          /** Beside that of the usual kernel. */
          ratio: count,
          outlier: z.boolean(),
        }),
      ),
      /** Of the logarithms; null for fewer than three kernels. */
      correlation: z.number().min(-1).max(1).nullable(),
      meanError: count,
      /** With the usual ratio taken out. */
      meanErrorOfShape: count,
      /** Simulated over measured time. */
      usualRatio: count,
    })
    .optional(),
  /** By `--timing`: what launches were simulated with, every parameter with its source. */
  configurations: z.array(z.custom<ReportedConfiguration>((value) => typeof value === 'object')).optional(),
  /** Plain data of instruments, by their names. */
  instruments: z.record(z.string(), z.unknown()).optional(),
  /** The first launches, in the order of their ends. */
  launches: z.array(
    z.object({
      kernel: z.string(),
      device: z.string(),
      globalSize: z.array(count),
      localSize: z.array(count),
      ...totals,
      /** By the clock of the other OpenCL that has executed it. */
      deviceSeconds: count.optional(),
      /** The same where it was executed here, too, by `--lockstep`; what `--calibration` makes of it. */
      measuredSeconds: count.optional(),
      /** By `--timing`. */
      simulatedSeconds: count.optional(),
      /** Why it did not end well. */
      failure: z.string().optional(),
    }),
  ),
});

export type RunReport = z.infer<typeof runReportSchema>;

const HINT = 'atoll run --report-json FILE writes such files';

/** @throws AtollError BAD_INPUT naming the file and what is wrong */
export function parseRunReport(text: string, file: string): RunReport {
  const bad = (what: string, hint = HINT) => new AtollError('BAD_INPUT', `${file} ${what}`, hint);
  if (/^\s*</.test(text)) throw bad('is a page, not a report of a run');
  if (text.trim() === '') throw bad('is empty', 'check that the run that writes it has ended');
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw bad(`is not a report of a run: ${(error as Error).message}`);
  }
  const { schema, release, launchCount } = Object(read) as Record<string, unknown>;
  if (typeof schema === 'number' && launchCount !== undefined && schema !== RUN_REPORT_SCHEMA)
    throw bad(
      `is a report of version ${schema}, written by Atoll ${String(release)}; this one reads version ${RUN_REPORT_SCHEMA}`,
      'write both reports with the same Atoll',
    );
  const checked = runReportSchema.safeParse(read);
  if (checked.success) return checked.data;
  throw bad(`is not a report of a run: ${z.prettifyError(checked.error).replace(/\s*\n\s*/g, ' ')}`);
}
