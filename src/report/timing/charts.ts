// Data of the charts on a page about simulated time; src/browser/report/timing-page.ts draws them.

import { REASON_NAMES } from '../../timing/model/reasons.js';
import { required } from '../../util/required.js';
import type { TimingPageData } from '../page-data.js';
import { arithmeticRoofs, bytesThrough, memoryRoofs } from './limits.js';
import type { SimulatedLaunchData } from './simulated.js';

/** Behind the name of a level, its place among the roofs of memory. */
const LEVELS = ['L1', 'L2', 'DRAM'] as const;

/** Units of one operation in the roofline of a launch. */
export function operationsOf({ work }: SimulatedLaunchData): readonly [count: number, name: string] {
  const flops = work.flops.single + work.flops.double;
  return flops > 0 ? [flops, 'FLOP'] : [work.vectorLanes, 'lane operations'];
}

export function chartsOf(one: SimulatedLaunchData): TimingPageData {
  const { result, configuration, overTime } = one;
  const { values } = configuration;
  const [operations, unit] = operationsOf(one);
  const seconds = result.executionCycles / (values.gpu.clockMHz * 1e6);
  const through = bytesThrough(result);
  const slots = values.computeUnit.simds * values.computeUnit.slotsPerSimd;
  const { stretchCycles, resident, stalls } = overTime;
  const lengthOf = (n: number): number => Math.min(stretchCycles, result.executionCycles - n * stretchCycles);
  const round = (part: number): number => Number(part.toFixed(4));
  const used = REASON_NAMES.filter((name) => result.stalls[name] > 0);
  return {
    chip: configuration.name,
    roofline: {
      unit,
      arithmetic: arithmeticRoofs(values),
      memory: memoryRoofs(values),
      points: LEVELS.map((level, n) => ({
        level,
        x: operations / Math.max(1, required(through[n], 'throughput')),
        y: operations / seconds / 1e9,
      })),
    },
    stretchCycles,
    cycles: result.executionCycles,
    stalls: used.map((name) => ({
      name,
      all: result.stalls[name],
      over: [...required(stalls[REASON_NAMES.indexOf(name)], 'stalls of the reason')].map(Math.round),
    })),
    resident: resident.map((own) => [...own].map((cycles, n) => round(cycles / (slots * Math.max(1, lengthOf(n)))))),
  };
}
