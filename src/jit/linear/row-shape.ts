// Rows of a work-group in its wavefronts, which select the translation of a kernel: values that grow evenly from lane
// to lane in a row do so in each part of the wavefront that is a row, or a piece of one.

import type { LaunchDescriptor } from '../../emulator/launch.js';
import { launchLayout } from '../../emulator/state-layout.js';

/**
 * Parts of a wavefront for which the rows of a work-group may be cut into pieces; more of them take longer than lane by
 * lane.
 */
const PARTS = [1, 2, 4] as const;

/**
 * In how many parts of each wavefront the local ids of a launch grow evenly: as few as possible, 1 where none would do.
 * Kernels that do not look at the second local id have it so in the whole wavefront.
 */
export function rowsOf(launch: Pick<LaunchDescriptor, 'isa' | 'localIds' | 'localSize'>): number {
  const { localIds, localSize } = launch;
  if (localIds === 0) return 1;
  const { lanes } = launchLayout(launch);
  return PARTS.find((parts) => localSize[0] % (lanes / parts) === 0) ?? 1;
}
