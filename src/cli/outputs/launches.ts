// The launches of a run, kernel by kernel.

import type { LaunchReport } from '../../driver/core/processor/messages.js';

/** Launches by the name of their kernel, in the order of the first one of each. */
export function launchesByKernel(launches: readonly LaunchReport[]): Map<string, LaunchReport[]> {
  const found = new Map<string, LaunchReport[]>();
  for (const launch of launches) {
    const alike = found.get(launch.kernel);
    if (alike) alike.push(launch);
    else found.set(launch.kernel, [launch]);
  }
  return found;
}
