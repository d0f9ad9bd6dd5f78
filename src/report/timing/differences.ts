// Two simulations of one launch side by side: what of the chips differs, and what of the results, the larger changes
// first.

import { eachParameter } from '../../timing/config/parameters.js';
import { parameterOf } from '../../timing/config/schema.js';
import { REASON_NAMES } from '../../timing/model/reasons.js';
import { required } from '../../util/required.js';
import { speedOfLight } from './limits.js';
import type { SimulatedLaunchData } from './simulated.js';

export interface TimingDifference {
  readonly name: string;
  readonly a: number;
  readonly b: number;
  readonly unit: string;
}

export function differentParameters(
  { configuration: a }: SimulatedLaunchData,
  { configuration: b }: SimulatedLaunchData,
): TimingDifference[] {
  const differences: TimingDifference[] = [];
  eachParameter((group, key) => {
    const [one, other] = [parameterOf(a, group, key).value, parameterOf(b, group, key).value];
    if (one !== other) differences.push({ name: `${group}.${key}`, a: one, b: other, unit: '' });
  });
  return differences;
}

/** Weight of a difference: the ratio of quantities; the distance of shares. */
const weight = ({ a, b, unit }: TimingDifference): number =>
  unit === '%' ? Math.abs(b - a) / 100 : Math.abs(Math.log((b + 1) / (a + 1)));

export function differentResults(one: SimulatedLaunchData, other: SimulatedLaunchData): TimingDifference[] {
  const pair = (name: string, unit: string, of: (each: SimulatedLaunchData) => number): TimingDifference => ({
    name,
    a: of(one),
    b: of(other),
    unit,
  });
  const shares = speedOfLight(one.result, one.configuration.values).map(({ name }, n) =>
    pair(
      `${name}: of its peak`,
      '%',
      ({ result, configuration }) => 100 * required(speedOfLight(result, configuration.values)[n], 'row').share,
    ),
  );
  const stalls = REASON_NAMES.map((name) =>
    pair(`${name}: of the slots`, '%', ({ result }) => (100 * result.stalls[name]) / Math.max(1, result.slotCycles)),
  );
  const hits = (['l1', 'scalar', 'instruction', 'l2'] as const).map((cache) =>
    pair(`hits of ${cache}`, '%', ({ result: { caches } }) => {
      const { hits: hitCount, misses } = caches[cache];
      return (100 * hitCount) / Math.max(1, hitCount + misses);
    }),
  );
  const all = [
    pair('cycles', 'cycles', ({ result }) => result.cycles),
    pair('time', 'ns', ({ result }) => result.nanoseconds),
    pair('executing', 'cycles', ({ result }) => result.executionCycles),
    pair('wavefronts of a SIMD that fit', 'wavefronts', ({ residency }) => residency.wavefrontsPerSimd),
    pair('read of DRAM', 'bytes', ({ result }) => result.dramBytesRead),
    pair('written to DRAM', 'bytes', ({ result }) => result.dramBytesWritten),
    ...shares,
    ...stalls,
    ...hits,
  ];
  return all.filter(({ a, b }) => a !== b).sort((x, y) => weight(y) - weight(x));
}
