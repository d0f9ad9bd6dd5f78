// SHOC's level 1, and S3D of level 2, in the model beside SHOC's measurements on the board. Nothing is tuned by it.

import type { Configuration } from '../../src/timing/config/configuration.js';
import type { Application } from './applications.js';
import * as applications from './applications.js';
import { type Precision, TimingBench } from './bench.js';
import { TimedDevice } from './device.js';
import { reactions } from './reactions.js';
import { search } from './search.js';

interface Row {
  readonly name: string;
  readonly run: Application;
  readonly precision: Precision;
  readonly unit: 'GB/s' | 'GFLOP/s';
  /** On the board; absent: nothing that could be compared. */
  readonly published?: number;
}

const row = (
  name: string,
  run: Application,
  unit: Row['unit'],
  single: number | undefined,
  double: number | undefined,
): readonly Row[] => [
  { name, run, precision: 'single', unit, ...(single === undefined ? {} : { published: single }) },
  ...(double === undefined ? [] : [{ name, run, precision: 'double' as const, unit, published: double }]),
];

/**
 * Published: SHOC's repository, its results of AMD's OpenCL on the board. The size of the problems is not recorded
 * there.
 */
const ROWS: readonly Row[] = [
  ...row('reduction', applications.reduction, 'GB/s', 49.0, 50.2),
  ...row('scan', applications.scan, 'GB/s', 27.3, 32.9),
  ...row('sort', applications.sort, 'GB/s', 0.497, undefined),
  ...row('FFT', applications.fft, 'GFLOP/s', 282.0, 59.4),
  ...row('GEMM, no transposition', applications.gemm, 'GFLOP/s', 1597.5, 429.1),
  ...row('MD', applications.md, 'GB/s', 51.1, 53.7),
  ...row('SpMV, a row for each work-item', applications.spmvScalar, 'GFLOP/s', 1.72, undefined),
  ...row('SpMV, a row for 32', applications.spmvVector, 'GFLOP/s', 17.7, undefined),
  ...row('SpMV, padded rows', applications.spmvPadded, 'GFLOP/s', 12.4, undefined),
  ...row('stencil', applications.stencil, 'GFLOP/s', 87.5, 56.0),
  ...row('BFS', search, 'GB/s', 4.01, undefined),
  ...row('S3D', reactions, 'GFLOP/s', 93.6, 40.3),
  ...row('triad', applications.triad, 'GB/s', undefined, undefined),
];

export interface ShocResult extends Omit<Row, 'run'> {
  readonly throughput: number;
  /** Share of the chip's maximum: bytes of DRAM, or multiply-adds of the precision. */
  readonly share: number;
  readonly publishedShare: number | undefined;
}

function peakOf({ unit, precision }: Row, { values }: Configuration): number {
  if (unit === 'GB/s') return values.dram.megabytesPerSecond / 1000;
  const { rates, gpu, computeUnit } = values;
  const cycles = precision === 'single' ? rates.fma32Cycles : rates.multiply64Cycles;
  return (2 * 64 * gpu.computeUnits * computeUnit.simds * gpu.clockMHz) / cycles / 1000;
}

/** @param accepts which of them, by name */
export async function shocRows(
  chip: Configuration,
  report: (text: string) => void,
  accepts: (name: string) => boolean = () => true,
): Promise<readonly ShocResult[]> {
  const rows: ShocResult[] = [];
  for (const { run, ...each } of ROWS.filter(({ name }) => accepts(name))) {
    const bench = new TimingBench(new TimedDevice(chip), each.precision);
    const amount = await run(bench);
    const cycles = bench.results.reduce((all, one) => all + one, 0);
    const throughput = (amount * chip.values.gpu.clockMHz) / cycles / 1000;
    const peak = peakOf({ run, ...each }, chip);
    const { published } = each;
    rows.push({ ...each, throughput, share: throughput / peak, publishedShare: published && published / peak });
    report(
      `${each.name}, ${each.precision}: ${throughput.toPrecision(4)} ${each.unit}, published ${published ?? 'none'}`,
    );
  }
  return rows;
}

/** Ranks from 1 on; equals share the mean of theirs. */
function ranks(numbers: readonly number[]): readonly number[] {
  const sorted = [...numbers].sort((one, other) => one - other);
  return numbers.map((each) => (sorted.indexOf(each) + sorted.lastIndexOf(each)) / 2 + 1);
}

/** Spearman's. */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const [x, y] = [ranks(pairs.map(([one]) => one)), ranks(pairs.map(([, other]) => other))];
  const mean = (pairs.length + 1) / 2;
  const product = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, each, n) => sum + (each - mean) * (b[n]! - mean), 0);
  return product(x, y) / Math.sqrt(product(x, x) * product(y, y));
}

const percent = (share: number): string => `${(100 * share).toPrecision(3)} %`;

/** The section of the page. */
export function shocText(rows: readonly ShocResult[]): string {
  const compared = rows.flatMap(({ share, publishedShare }) =>
    publishedShare === undefined ? [] : [[share, publishedShare] as const],
  );
  const factors = compared.map(([share, published]) => share / published);
  const mean = Math.exp(factors.reduce((sum, factor) => sum + Math.log(factor), 0) / factors.length);
  const spread = Math.exp(factors.reduce((sum, factor) => sum + Math.abs(Math.log(factor / mean)), 0) / factors.length);
  const within = factors.filter((factor) => factor > 0.5 && factor < 2).length;
  const lines = rows.map(({ name, precision, unit, throughput, published, share, publishedShare }) => {
    const both = publishedShare !== undefined;
    return (
      `| ${name} | ${precision} | ${throughput.toPrecision(4)} | ${published ?? 'none'} | ${unit} | ${percent(share)} | ` +
      `${both ? percent(publishedShare) : ''} | ${both ? (share / publishedShare).toPrecision(3) : ''} |`
    );
  });
  return [
    '## Applications\n',
    "In the shape of SHOC's level 1 and of its S3D, written anew (`benchmarks/timing/applications`) and compiled by today's clang; each looks at its results.",
    "Published is what SHOC's own kernels reached on the board with AMD's compiler of the time; the size of its problems is not recorded, ours fill the chip",
    'and are small. Time is that of the kernels alone; SHOC’s source shows that it counts from the submission of a command to its end (MD), or by the host’s',
    'clock (sort): what the driver needs for each, 0.127 ms by its own test of queues, is in its numbers, and slows its short kernels. Of S3D the mechanism',
    'is made up, with as many species and reactions; 10,000 operations of a point are what SHOC reckons, not what is executed. No parameter was tuned by',
    'these rows. Two programs were changed after their results had been seen: the matrices of GEMM were made larger, for two wavefronts of a SIMD did not',
    'fill the chip (single: 0.17 to 0.51 of what is published; the rank correlation: 0.84 to 0.89), and sort moves keys only, as SHOC’s does (0.98 to 0.51).',
    'Peaks are those of DRAM and of multiply-adds of the precision.\n',
    `- Rank correlation (Spearman) over ${compared.length} rows of the shares of the peak: ${rankCorrelation(compared).toFixed(2)}.`,
    `- The model is ${mean.toPrecision(3)} times as fast as published, in the geometric mean; rows differ from that by a factor of ${spread.toPrecision(3)} on average.`,
    `- ${within} of ${compared.length} rows are within a factor of two of what is published.\n`,
    '| application | precision | model | published | unit | of the peak | published of the peak | model / published |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}
