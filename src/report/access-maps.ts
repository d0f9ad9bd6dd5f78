// Accesses of launches to their buffers, as plain data for the page.

import { BIN_FIELDS, type BufferMap } from '../emulator/observations.js';
import { required } from '../util/required.js';
import type { CoveredLaunch } from './launches-by-image.js';
import type { LaunchMaps, ReportedMap } from './page-data.js';

function reported({ bins, ...map }: BufferMap): ReportedMap {
  const column = (field: number): number[] =>
    Array.from({ length: bins.length / BIN_FIELDS.length }, (_, bin) =>
      required(bins[bin * BIN_FIELDS.length + field], 'word of the bin'),
    );
  const columns = BIN_FIELDS.map((name, field) => [name, column(field)]);
  return { ...map, bins: Object.fromEntries(columns) as ReportedMap['bins'] };
}

/** Of launches that have maps. */
export function launchMaps<L extends CoveredLaunch>(
  launches: readonly L[],
  numberOf: (launch: L) => number,
): LaunchMaps[] {
  return launches.flatMap((launch) => {
    const { buffers = [] } = launch.observations ?? {};
    return buffers.length > 0 ? [{ number: numberOf(launch), buffers: buffers.map(reported) }] : [];
  });
}
