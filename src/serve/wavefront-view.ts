// Data of the processor for a live view: running launches, and while all are stopped their wavefronts.

import { hex64 } from '../debug/numbers.js';
import type { ActiveLaunch } from '../driver/core/processor/launch-slot.js';
import type { WorkerPool } from '../driver/core/processor/worker-pool.js';
import type { GpuMemory } from '../emulator/memory.js';
import { viewOf } from '../emulator/suspended-group.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { LaunchContext } from '../launch/launch-context.js';
import { sizeText } from '../report/sizes.js';
import type { RunningLaunch, WavefrontLine } from './protocol.js';

export const MAX_WAVEFRONTS = 256;

const milliseconds = (ns: bigint): number => Number(ns) / 1e6;

export function launchView(
  { dispatch: { launch }, cursor, startNs }: ActiveLaunch,
  names: { readonly number: number; readonly guest: number },
  untilNs: bigint,
): RunningLaunch {
  return {
    ...names,
    kernel: launch.kernel,
    global: sizeText(launch.globalSize),
    local: sizeText(launch.localSize),
    workGroups: cursor.total,
    taken: cursor.taken,
    ms: milliseconds(untilNs - startNs),
  };
}

/** The wavefronts of a launch's work-groups that have not ended, on all threads. Only while they stand still. */
export function wavefrontsOf({ dispatch, team }: ActiveLaunch, memory: GpuMemory, pool: WorkerPool): Wavefront[] {
  const elsewhere = team ? pool.resting(team).map((rest) => viewOf(rest, dispatch.launch, memory)) : [];
  return [...(dispatch.groups ?? []), ...elsewhere].flatMap((group) => (group.ended ? [] : group.wavefronts));
}

const STATUS: Readonly<Partial<Record<Wavefront['status'], string>>> = { barrier: 'at a barrier', ended: 'has ended' };

export const statusText = ({ status }: Wavefront): string => STATUS[status] ?? status;

export function wavefrontLine(wavefront: Wavefront, launch: number, { where }: LaunchContext): WavefrontLine {
  const { unit, slot, index, pc, exec, status, workGroup } = wavefront;
  const offset = pc - workGroup.launch.codeAddress;
  const line = where.lineAt(offset);
  return {
    launch,
    unit,
    slot,
    kernel: workGroup.launch.kernel,
    group: workGroup.id.join(', '),
    index,
    status: statusText(wavefront),
    offset,
    place: line ? `${line.file}:${line.line}` : '',
    exec: hex64(status === 'ended' ? 0n : exec),
  };
}
