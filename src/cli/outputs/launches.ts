// The launches of a run, kernel by kernel.

import type { LaunchReport } from '../../driver/core/processor/messages.js';

/** Launches by kernel name, in the order of the first launch of each kernel. */
export function launchesByKernel(launches: readonly LaunchReport[]): Map<string, LaunchReport[]> {
  const found = new Map<string, LaunchReport[]>();
  for (const launch of launches) {
    const alike = found.get(launch.kernel);
    if (alike) alike.push(launch);
    else found.set(launch.kernel, [launch]);
  }
  return found;
}
