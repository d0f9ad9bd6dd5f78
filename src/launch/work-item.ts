// Work-item of a lane of a wavefront.

import { boxOfGroup, groupBoxes, type LaunchDescriptor, type Size3 } from '../emulator/launch.js';

export interface WorkItem {
  readonly global: Size3;
  readonly local: Size3;
}

type Sizes = Pick<LaunchDescriptor, 'globalSize' | 'localSize'>;

/** A wavefront of a work-group. */
export interface WavefrontPlace {
  /** Id of the work-group. */
  readonly group: Size3;
  /** Number in it. */
  readonly index: number;
  /** Lanes of a wavefront. */
  readonly lanes: number;
}

/** @param offset that get_global_id begins with */
export function workItemOf(
  sizes: Sizes,
  { group, index, lanes }: WavefrontPlace,
  lane: number,
  offset: Size3,
): WorkItem {
  const { localSize } = boxOfGroup(groupBoxes(sizes), group);
  const number = index * lanes + lane;
  const [x, y] = localSize;
  const local: Size3 = [number % x, Math.floor(number / x) % y, Math.floor(number / (x * y))];
  const at = (d: 0 | 1 | 2): number => offset[d] + group[d] * sizes.localSize[d] + local[d];
  return { local, global: [at(0), at(1), at(2)] };
}

/**
 * Number of the first lanes of a wavefront that are work-items; the last wavefront of a work-group is partial unless
 * the size is a multiple of its width.
 */
export function lanesWithItems(sizes: Sizes, { group, index, lanes }: WavefrontPlace): number {
  const [x, y, z] = boxOfGroup(groupBoxes(sizes), group).localSize;
  return Math.max(0, Math.min(lanes, x * y * z - index * lanes));
}
