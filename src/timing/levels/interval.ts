// The interval model: how long each wavefront takes when it waits only for latencies, in the manner of GPUMech; work-groups that fit into
// the chip at a time run side by side; and no launch is faster than its bounds. Nothing queues.

import { LINE_BYTES, type Parameters } from '../config/parameters.js';
import { LAST, LINES_READ, LINES_WRITTEN } from '../core/walk.js';
import type { CoreName } from '../model/machine.js';
import type { RecordFile } from '../records/reader.js';
import { largest, Walked } from './bounds.js';

/** Cycles of execution. @throws AtollError BAD_INPUT */
export const intervalCycles = (records: RecordFile, parameters: Parameters, core?: CoreName): number =>
  intervalOf(new Walked(records, parameters, true, core), parameters);

/** The same, of a walk that has waited for latencies. */
export function intervalOf(walked: Walked, { gpu, dram, l2, frontEnd }: Parameters): number {
  const parts = (LINE_BYTES * gpu.clockMHz) / dram.megabytesPerSecond;
  const traffic = parts * (walked.sum(LINES_READ) + (walked.sum(LINES_WRITTEN) * 100) / dram.writePercent);
  // The first line of code comes from DRAM, through L2.
  const cold = 2 * l2.latencyCycles + dram.latencyCycles + frontEnd.fetchLatencyCycles;
  const [, bound] = largest(walked.bounds);
  return Math.max(bound, traffic, walked.channelCycles, walked.sum(LAST)) + cold;
}
