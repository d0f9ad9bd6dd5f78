// The result file: what was measured, where, with which versions and which command. Bench and sweep write the same
// form.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { AtollError } from '../util/errors.js';
import { VERDICTS } from './verdict.js';

const count = z.number().nonnegative();

const sample = z.object({
  wallSeconds: count,
  /** Time in kernels: Atoll's own measure, or what the program says; null if neither exists. */
  kernelSeconds: count.nullable(),
  /** Of all launches, where a target of Atoll simulates time. */
  simulatedSeconds: count.optional(),
  launches: count.nullable(),
  wavefronts: count.nullable(),
  /** Wave-instructions by unit; null where they are not counted. */
  instructions: z.record(z.string(), count).nullable(),
});

/** Statistics of a kernel over all its launches (docs/statistics.md); null: not collected. */
const kernel = z.object({ name: z.string(), statistics: z.record(z.string(), count.nullable()) });

const caseResult = z.object({
  benchmark: z.string(),
  size: z.string(),
  target: z.string(),
  /** Null when the program takes none. */
  seed: z.number().nullable(),
  tags: z.array(z.string()),
  /** The command line that was run, without the file names of this runner. */
  command: z.array(z.string()),
  /** Of the executable. */
  sha256: z.string(),
  /** Key into `machines`. */
  machine: z.string(),
  verdict: z.enum(VERDICTS),
  reason: z.string(),
  /** Measured runs in their order; warm-up left out. */
  samples: z.array(sample),
  /** Of one more run, which is not measured, if statistics were requested and the target has them. */
  kernels: z.array(kernel).optional(),
});

const machine = z.object({
  host: z.string(),
  processor: z.string(),
  processors: count,
  memoryBytes: count,
  kernel: z.string(),
  system: z.string(),
  node: z.string(),
  /** Load average of one minute when the runs began. */
  load: count,
});

const settings = z.object({
  warmup: count,
  repeats: count,
  limitSeconds: count,
  seed: count,
  /** Set if each case runs once more for the statistics of its kernels. */
  statistics: z.boolean().optional(),
});

export const RESULT_SCHEMA = 1;
export const resultsSchema = z.object({
  schema: z.literal(RESULT_SCHEMA),
  kind: z.literal('atoll benchmark results'),
  release: z.string(),
  /** Of the checkout that measured, `+` after it when files had been changed; null for an installed package. */
  commit: z.string().nullable().default(null),
  started: z.string(),
  /** The command that was given. */
  command: z.array(z.string()),
  manifest: z.object({ path: z.string(), sha256: z.string() }),
  settings,
  baseline: z.string(),
  /** Version text of each target. */
  targets: z.record(z.string(), z.string()),
  /** Variables that change what is measured. */
  environment: z.record(z.string(), z.string()),
  machines: z.record(z.string(), machine),
  cases: z.array(caseResult),
});

export type Sample = z.infer<typeof sample>;
export type CaseResult = z.infer<typeof caseResult>;
export type MachineInfo = z.infer<typeof machine>;
export type BenchSettings = z.infer<typeof settings>;
export type BenchResults = z.infer<typeof resultsSchema>;
export const caseResultSchema = caseResult;
export const machineSchema = machine;

/** Key of a case in several files. */
export const caseKey = ({ benchmark, size, target }: Pick<CaseResult, 'benchmark' | 'size' | 'target'>): string =>
  `${benchmark} ${size} ${target}`;

/**
 * Reads a JSON file of a known form.
 * @throws AtollError BAD_INPUT naming the file and what is wrong in it
 */
export function readChecked<T>(path: string, what: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new AtollError('BAD_INPUT', `cannot read ${what} ${path}: ${(error as Error).message}`);
  }
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  throw new AtollError('BAD_INPUT', `${path} is not ${what}:\n${z.prettifyError(checked.error)}`);
}

export const readResults = (path: string): BenchResults => readChecked(path, 'a result file', resultsSchema);

/** Writes a file so that a reader sees the old or the new content, never a part. */
export function writeWhole(path: string, text: string): void {
  const partial = `${path}.${process.pid}.partial`;
  try {
    writeFileSync(partial, text);
    renameSync(partial, path);
  } catch (error) {
    throw new AtollError('HOST', `cannot write ${path}: ${(error as Error).message}`);
  }
}

export const writeJson = (path: string, value: unknown): void =>
  writeWhole(path, `${JSON.stringify(value, null, 2)}\n`);
