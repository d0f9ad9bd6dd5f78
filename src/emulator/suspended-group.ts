// Work-groups that stand still on one thread, as plain data for another one: their state lies in shared memory anyway.

import type { LaunchDescriptor, Size3 } from './launch.js';
import type { GpuMemory } from './memory.js';
import { LDS_OFFSET, LDS_SIZE, unitBase } from './state.js';
import { Wavefront, type WavefrontStatus } from './wavefront.js';
import { WorkGroup } from './workgroup.js';

export interface SuspendedGroup {
  readonly unit: number;
  readonly number: number;
  readonly id: Size3;
  readonly barriers: number;
  /** Byte address of its LDS. */
  readonly ldsBase: number;
  readonly wavefronts: readonly {
    readonly slot: number;
    readonly index: number;
    readonly status: WavefrontStatus;
    readonly executed: number;
  }[];
}

export function restOf({ number, id, barriers, ldsBase, wavefronts }: WorkGroup): SuspendedGroup {
  return {
    unit: wavefronts[0]?.unit ?? 0,
    number,
    id,
    barriers,
    ldsBase,
    wavefronts: wavefronts.map(({ slot, index, status, executed }) => ({ slot, index, status, executed })),
  };
}

/** Handles on a work-group that stands still elsewhere, to look at it. */
export function viewOf(rest: SuspendedGroup, launch: LaunchDescriptor, memory: GpuMemory): WorkGroup {
  const { unit, ldsBase } = rest;
  const wavefronts = rest.wavefronts.map(({ slot, index, status, executed }) =>
    Object.assign(new Wavefront(memory, unit, slot, index), { status, executed }),
  );
  const room = unitBase(unit) + LDS_OFFSET + LDS_SIZE - ldsBase;
  const group = new WorkGroup(ldsBase, new Uint8Array(memory.memory.buffer, ldsBase, room), wavefronts);
  const { number, id, barriers } = rest;
  return Object.assign(group, { launch, number, id, barriers, wavefronts });
}
