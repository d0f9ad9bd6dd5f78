// How many wavefronts of a kernel a SIMD holds at once, and what of the hardware says so.

import { LANES, LDS_GRANULE } from '../emulator/state.js';

/** What a launch, or a kernel with the work-groups that it allows, takes of a compute unit. */
export interface Resources {
  readonly vgprs: number;
  readonly sgprs: number;
  /** Bytes of a work-group. */
  readonly ldsBytes: number;
  /** Bytes of private memory of a work-item. */
  readonly scratchBytes: number;
  /** Work-items of a work-group. */
  readonly workItems: number;
}

/** Register files of a SIMD and limits of a compute unit. Source: AMD Southern Islands ISA manual, chapter "Program organization". */
const SIMD = { vgprs: 256, vgprGranule: 4, sgprs: 512, sgprGranule: 8, wavefronts: 10 } as const;
const UNIT_SIMDS = 4;
const UNIT_LDS = 64 * 1024;
/** Work-groups of more than one wavefront that a compute unit has barriers for. Source: gem5's model of GCN. */
const UNIT_BARRIERS = 16;

export const LIMITS = ['hardware', 'VGPRs', 'SGPRs', 'LDS', 'barriers', 'work-group'] as const;
export type Limit = (typeof LIMITS)[number];

const granules = (count: number, granule: number): number => Math.max(Math.ceil(count / granule) * granule, granule);

/** Wavefronts on a SIMD that each of the limits would allow by itself. */
export function limitsOf({ vgprs, sgprs, ldsBytes, workItems }: Resources): readonly (readonly [Limit, number])[] {
  const wavefronts = Math.ceil(workItems / LANES);
  const perSimd = (groups: number): number => (groups * wavefronts) / UNIT_SIMDS;
  const slots: readonly (readonly [Limit, number])[] = [
    ['hardware', SIMD.wavefronts],
    ['VGPRs', Math.floor(SIMD.vgprs / granules(vgprs, SIMD.vgprGranule))],
    ['SGPRs', Math.floor(SIMD.sgprs / granules(sgprs, SIMD.sgprGranule))],
    ['LDS', ldsBytes === 0 ? SIMD.wavefronts : perSimd(Math.floor(UNIT_LDS / granules(ldsBytes, LDS_GRANULE)))],
    ['barriers', wavefronts === 1 ? SIMD.wavefronts : perSimd(UNIT_BARRIERS)],
  ];
  // A work-group is on one compute unit as a whole.
  const least = Math.min(...slots.map(([, count]) => count));
  return [...slots, ['work-group', perSimd(Math.floor((least * UNIT_SIMDS) / wavefronts))]];
}

/** Wavefronts on a SIMD on average over those of a compute unit, and the first of the limits that is reached. */
export function occupancyOf(resources: Resources): { readonly occupancy: number; readonly limit: Limit } {
  const [limit, occupancy] = limitsOf(resources).reduce((least, bound) => (bound[1] < least[1] ? bound : least));
  return { occupancy, limit };
}
