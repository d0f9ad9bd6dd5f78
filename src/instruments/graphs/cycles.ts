// Simulated cycles of the nodes of a measured graph: the launches that a node's spans name by kernel and start.

import type { NodeMeasurement } from '../../dataflow/measured/measurement.js';
import type { LaunchReport } from '../../driver/core/processor/messages.js';

/** Cycles of a node's launches, undefined if one of them has no simulated time. */
export type CycleLookup = (node: NodeMeasurement) => number | undefined;

export function cycleLookup(launches: readonly LaunchReport[]): CycleLookup {
  const byStart = new Map<string, number>();
  const cycles = new Map<string, { sum: number; count: number }>();
  for (const { kernel, startNs, observations, merged = 1 } of launches) {
    const own = observations?.time?.cycles;
    if (own === undefined) continue;
    if (merged === 1) byStart.set(`${kernel} ${Number(startNs)}`, own);
    const all = cycles.get(kernel) ?? { sum: 0, count: 0 };
    cycles.set(kernel, { sum: all.sum + own, count: all.count + merged });
  }
  return ({ kernel, executions, spans }) => {
    const all = cycles.get(kernel);
    if (kernel === '' || !all) return undefined;
    const exact = spans.map(([startNs]) => byStart.get(`${kernel} ${startNs}`)).filter((own) => own !== undefined);
    const sum = exact.reduce((total, own) => total + own, 0);
    // Launches that are listed only as a part of a sum have the mean of their kernel.
    return sum + (executions - exact.length) * (all.sum / all.count);
  };
}
