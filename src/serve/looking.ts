// What a live view is told of the processor: launches that run, and while all stands still their wavefronts.

import { hex64 } from '../debug/numbers.js';
import type { Crew } from '../driver/core/processor/crew.js';
import type { Running } from '../driver/core/processor/lane.js';
import type { GpuMemory } from '../emulator/memory.js';
import { viewOf } from '../emulator/resting.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { LaunchStory } from '../launch/story.js';
import { sizeText } from '../report/sizes.js';
import type { RunningLaunch, WavefrontLine } from './protocol.js';

export const MOST_WAVEFRONTS = 256;

const milliseconds = (ns: bigint): number => Number(ns) / 1e6;

export function launchView(
  { dispatch: { launch }, cursor, startNs }: Running,
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
export function wavefrontsOf({ dispatch, team }: Running, memory: GpuMemory, crew: Crew): Wavefront[] {
  const elsewhere = team ? crew.resting(team).map((rest) => viewOf(rest, dispatch.launch, memory)) : [];
  return [...(dispatch.groups ?? []), ...elsewhere].flatMap((group) => (group.ended ? [] : group.wavefronts));
}

const STATUS: Readonly<Partial<Record<Wavefront['status'], string>>> = { barrier: 'at a barrier', ended: 'has ended' };

export const statusText = ({ status }: Wavefront): string => STATUS[status] ?? status;

export function wavefrontLine(wavefront: Wavefront, launch: number, { where }: LaunchStory): WavefrontLine {
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
