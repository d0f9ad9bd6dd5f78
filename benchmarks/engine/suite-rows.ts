// One row for each program of the suite: Atoll's kernel time, and how many times as long the others take.

import type { BenchResults, CaseResult } from '../../src/bench/results.js';

/** The platforms that Atoll is compared with. At a ratio above 1 Atoll is so many times as fast. */
export interface SuiteColumn {
  readonly key: string;
  readonly title: string;
  /** As `atoll bench --target` names it. */
  readonly target: string;
}

export const COLUMNS: readonly SuiteColumn[] = [
  { key: 'oneWorker', title: 'over 1 worker', target: 'atoll:workers=1' },
  { key: 'interpreter', title: 'over interp', target: 'atoll:engine=interp' },
  { key: 'oclgrind', title: 'over oclgrind', target: 'oclgrind' },
  { key: 'pocl', title: 'over pocl, 1 thread', target: 'native:pocl,processors=1' },
];
/**
 * Columns that both sides execute with one thread, so they are compared with Atoll with one worker, where it
 * was measured.
 */
const SINGLE = new Set(['pocl', 'oclgrind']);

export interface SuiteRow {
  readonly benchmark: string;
  readonly size: string;
  readonly kernelSeconds: number;
  readonly instructions: number;
  readonly nanosecondsPerInstruction: number;
  /** Over the emulator of Multi2Sim, by wave-instruction; with one worker, where that was measured at this size. */
  readonly multi2sim: number;
  /** By key of the column; absent when it was not measured. */
  readonly ratios: Readonly<Record<string, { readonly ratio: number; readonly size: string }>>;
}

/**
 * Wave-instructions a second of Multi2Sim 5.0's functional emulation of Southern Islands on a processor like ours,
 * measured from its published release (one thread); programs that are not named lie in its range, whose middle is
 * taken.
 */
const MULTI2SIM: Readonly<Record<string, number>> = {
  BitonicSort: 1.15e6,
  FloydWarshall: 0.8e6,
  MersenneTwister: 0.65e6,
  BlackScholes: 0.6e6,
  MatrixMultiplication: 0.5e6,
  BinomialOption: 0.325e6,
};
const MULTI2SIM_MIDDLE = 0.6e6;

/** Least kernel time of the runs: on a shared machine this is the target's time. */
function kernelSecondsOf({ verdict, samples }: CaseResult): number | undefined {
  const times = samples.flatMap(({ kernelSeconds }) => (kernelSeconds ? [kernelSeconds] : []));
  return verdict === 'PASS' && times.length > 0 ? Math.min(...times) : undefined;
}

interface SuiteTimes {
  readonly seconds: number;
  readonly size: string;
  readonly one: CaseResult;
}

/** Every measured case of a target and program, by file and then by size. */
function casesOf(files: readonly BenchResults[], benchmark: string, target: string): SuiteTimes[] {
  return files.flatMap(({ cases }) =>
    cases.flatMap((one): SuiteTimes[] => {
      if (one.benchmark !== benchmark || one.target !== target) return [];
      const seconds = kernelSecondsOf(one);
      return seconds === undefined ? [] : [{ seconds, size: one.size, one }];
    }),
  );
}

function ratioOf(
  files: readonly BenchResults[],
  benchmark: string,
  { key, target }: SuiteColumn,
): SuiteRow['ratios'][string] | undefined {
  const ours = (SINGLE.has(key) ? ['atoll:workers=1', 'atoll'] : ['atoll']).flatMap((name) =>
    casesOf(files, benchmark, name),
  );
  for (const file of files)
    for (const other of casesOf([file], benchmark, target)) {
      const own = ours.find(({ size, one }) => size === other.size && file.cases.includes(one));
      if (own) return { ratio: other.seconds / own.seconds, size: other.size };
    }
  return undefined;
}

function rowOf(files: readonly BenchResults[], benchmark: string): SuiteRow[] {
  const [best] = casesOf(files, benchmark, 'atoll');
  if (!best) return [];
  const { seconds, size, one } = best;
  const alone = casesOf(files, benchmark, 'atoll:workers=1').find((other) => other.size === size);
  const counted = Object.values(one.samples.find((sample) => sample.instructions)?.instructions ?? {});
  const instructions = counted.reduce((sum, count) => sum + count, 0);
  const nanoseconds = (seconds * 1e9) / instructions;
  const ratios = COLUMNS.flatMap((column) => {
    const ratio = ratioOf(files, benchmark, column);
    return ratio ? [[column.key, ratio] as const] : [];
  });
  return [
    {
      benchmark,
      size,
      kernelSeconds: seconds,
      instructions,
      nanosecondsPerInstruction: nanoseconds,
      multi2sim: instructions / (alone?.seconds ?? seconds) / (MULTI2SIM[benchmark] ?? MULTI2SIM_MIDDLE),
      ratios: Object.fromEntries(ratios),
    },
  ];
}

/** Programs in the order of the files; only those that passed on Atoll. */
export function rowsOf(files: readonly BenchResults[]): SuiteRow[] {
  const names = [...new Set(files.flatMap(({ cases }) => cases.map(({ benchmark }) => benchmark)))];
  return names.flatMap((name) => rowOf(files, name));
}
