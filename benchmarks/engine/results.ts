// A run of the benchmark as data: measurements, machine and version; and two runs compared.

import { z } from 'zod';

/**
 * In one thread of this process: `instruction`, a family; `kernel`, a whole kernel; `launch`, a number of empty
 * work-groups. Programs: `beside`, a kernel on several platforms; `scaling`, a number of work-groups, and
 * extrapolations from it.
 */
export const SERIES = ['instruction', 'kernel', 'launch', 'beside', 'scaling'] as const;

const measurement = z.object({
  series: z.enum(SERIES),
  name: z.string(),
  /** Or platform. */
  engine: z.string(),
  /** ns, µs and s are better when smaller, GFLOP/s and GB/s when larger. */
  unit: z.enum(['ns', 'µs', 's', 'GFLOP/s', 'GB/s']),
  best: z.number(),
  median: z.number(),
});
export type Measurement = z.infer<typeof measurement>;

const report = z.object({
  schema: z.literal('atoll-engine-benchmark-1'),
  release: z.string(),
  /** Of the checkout that measured; null for an installed package. */
  commit: z.string().nullable().default(null),
  started: z.string(),
  command: z.array(z.string()),
  effort: z.object({ repeats: z.number(), milliseconds: z.number(), warmup: z.number() }),
  machine: z.object({
    host: z.string(),
    processor: z.string(),
    processors: z.number(),
    memoryBytes: z.number(),
    kernel: z.string(),
    system: z.string(),
    node: z.string(),
    load: z.number(),
  }),
  measurements: z.array(measurement),
});
export type EngineReport = z.infer<typeof report>;

/** @throws Error that names the file when it is no report */
export function parseReport(text: string, file: string): EngineReport {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error(`${file} is no JSON`);
  }
  const parsed = report.safeParse(data);
  if (!parsed.success) throw new Error(`${file} is no result of this benchmark: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

export const smallerIsBetter = ({ unit }: Measurement): boolean => !unit.includes('/');

export const keyOf = ({ series, name, engine, unit }: Measurement): string => [series, name, engine, unit].join('\t');

export interface SpeedChange {
  readonly before: Measurement;
  readonly after: Measurement;
  /** How many times as fast as before, by the best times. */
  readonly speedup: number;
}

/** Compares the measurements that both reports have. */
export function compareReports(before: EngineReport, after: EngineReport): SpeedChange[] {
  const oldByKey = new Map(before.measurements.map((each) => [keyOf(each), each]));
  return after.measurements.flatMap((each) => {
    const old = oldByKey.get(keyOf(each));
    if (!old || old.best <= 0 || each.best <= 0) return [];
    return [{ before: old, after: each, speedup: smallerIsBetter(each) ? old.best / each.best : each.best / old.best }];
  });
}

/** True if a measurement takes longer than before by more than some per cent. */
export const isSlower = ({ speedup }: SpeedChange, thresholdPercent: number): boolean =>
  speedup < 1 / (1 + thresholdPercent / 100);

/** Geometric mean. */
export const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
