// Agreement of two accounts of the same launches, kernel by kernel: measured time, and the time of a model or a
// calibration.

import { mean, median } from '../util/averages.js';
import { required } from '../util/required.js';

export interface AgreedLaunch {
  readonly program: string;
  readonly kernel: string;
  /** Nanoseconds, above 0. */
  readonly measured: number;
  readonly simulated: number;
}

export interface KernelAgreement {
  readonly program: string;
  readonly kernel: string;
  readonly launches: number;
  /** Mean nanoseconds of a launch. */
  readonly measured: number;
  readonly simulated: number;
  /** Ratio of simulated to measured time, relative to that of the median kernel: 1 where it is the same. */
  readonly ratio: number;
  readonly outlier: boolean;
}

export interface Agreement {
  readonly kernels: readonly KernelAgreement[];
  /** Pearson's, of the logarithms of mean times of kernels; null for fewer than three, or where all are alike. */
  readonly correlation: number | null;
  /** Of simulated time beside measured time, kernel by kernel, as a part of measured time. */
  readonly meanError: number;
  /**
   * The same when both are multiples of one another by the usual ratio: what is left is not the speed of the machine.
   */
  readonly meanErrorOfShape: number;
  /** Simulated over measured time of the kernel in the middle. */
  readonly usualRatio: number;
}

/** A kernel is listed when its distance from the typical kernel exceeds so many times the typical distance. */
const FAR = 3;
/** A distance below which nothing is an outlier, however alike all others are: a tenth. */
const NEAR = Math.log(1.1);

function correlationOf(xs: readonly number[], ys: readonly number[]): number | null {
  if (xs.length < 3) return null;
  const [mx, my] = [mean(xs), mean(ys)];
  let [xx, yy, xy] = [0, 0, 0];
  for (const [n, x] of xs.entries()) {
    xx += (x - mx) ** 2;
    yy += (required(ys[n], 'value') - my) ** 2;
    xy += (x - mx) * (required(ys[n], 'value') - my);
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : null;
}

function byKernel(launches: readonly AgreedLaunch[]): AgreedLaunch[][] {
  const byKernel = new Map<string, AgreedLaunch[]>();
  for (const launch of launches) {
    const key = `${launch.program}\n${launch.kernel}`;
    const alike = byKernel.get(key);
    if (alike) alike.push(launch);
    else byKernel.set(key, [launch]);
  }
  return [...byKernel.values()];
}

/** @returns undefined where no launch has both times */
export function agreementOf(all: readonly AgreedLaunch[]): Agreement | undefined {
  const groups = byKernel(all.filter(({ measured, simulated }) => measured > 0 && simulated > 0));
  if (groups.length === 0) return undefined;
  const rows = groups.map((own) => ({
    program: required(own[0], 'launch').program,
    kernel: required(own[0], 'launch').kernel,
    launches: own.length,
    measured: mean(own.map(({ measured }) => measured)),
    simulated: mean(own.map(({ simulated }) => simulated)),
  }));
  const logs = rows.map(({ measured, simulated }) => Math.log(simulated / measured));
  const usual = median(logs);
  const distances = logs.map((each) => Math.abs(each - usual));
  const limit = Math.max(FAR * median(distances), NEAR);
  const errors = (scale: number): number =>
    mean(rows.map(({ measured, simulated }) => Math.abs(simulated / scale - measured) / measured));
  return {
    kernels: rows.map((row, n) => ({
      ...row,
      ratio: Math.exp(required(logs[n], 'logarithm') - usual),
      outlier: required(distances[n], 'distance') > limit,
    })),
    correlation: correlationOf(
      rows.map(({ measured }) => Math.log(measured)),
      rows.map(({ simulated }) => Math.log(simulated)),
    ),
    meanError: errors(1),
    meanErrorOfShape: errors(Math.exp(usual)),
    usualRatio: Math.exp(usual),
  };
}
