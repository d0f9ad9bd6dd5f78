// Work-groups that stand still, with what they have in registers and LDS: plain data, a copy.

import { allocatedLds, type LaunchDescriptor, type Size3 } from './launch.js';
import type { PreemptedGroup } from './preempted-groups.js';
import { VGPR_WORDS, WORD } from './state.js';
import type { WavefrontStatus } from './wavefront.js';
import type { WorkGroup } from './workgroup.js';

export interface SavedWavefront {
  readonly status: WavefrontStatus;
  /** Rows of vector registers, VGPR_WORDS each. */
  readonly vgprs: Uint32Array;
  /** The words of its slot from the scalar file on. */
  readonly words: Uint32Array;
}

export interface SavedGroup {
  readonly number: number;
  readonly id: Size3;
  /** By their number in the work-group. */
  readonly wavefronts: readonly SavedWavefront[];
  readonly lds: Uint8Array;
}

/** A launch whose wavefronts stand still. Work-groups that have not begun have no state. */
export interface SavedLaunch {
  readonly launch: LaunchDescriptor;
  readonly groups: readonly SavedGroup[];
}

export const saveResident = ({ launch, number, id, wavefronts, lds }: WorkGroup): SavedGroup => ({
  number,
  id,
  wavefronts: wavefronts.map(({ status, u }) => ({
    status,
    vgprs: u.slice(0, VGPR_WORDS * launch.vgprs),
    words: u.slice(WORD.scalars, WORD.end),
  })),
  lds: lds.slice(0, allocatedLds(launch)),
});

export const savePreempted = ({ number, id, wavefronts, lds }: PreemptedGroup): SavedGroup => ({
  number,
  id,
  wavefronts: wavefronts.map(({ status, vgprs, words }) => ({ status, vgprs, words })),
  lds,
});
