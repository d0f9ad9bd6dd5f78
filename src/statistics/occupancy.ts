// How many wavefronts of a kernel a SIMD holds at once, and what of the hardware says so.

import { LANES } from '../emulator/state.js';

/** What a launch, or a kernel with the work-groups that it allows, takes of a compute unit. */
export interface KernelResources {
  readonly vgprs: number;
  readonly sgprs: number;
  /** Bytes of a work-group. */
  readonly ldsBytes: number;
  /** Bytes of private memory of a work-item. */
  readonly scratchBytes: number;
  /** Work-items of a work-group. */
  readonly workItems: number;
  /** Name of the instruction set: chips of later ones have more SGPRs. */
  readonly isa: string;
}

/** What is given out by how many at a time. */
interface Files {
  readonly sgprs: number;
  readonly sgprGranule: number;
  /** Bytes. */
  readonly ldsGranule: number;
}
/** Source: AMD Southern Islands ISA manual, chapter "Program organization". */
const SOUTHERN_ISLANDS: Files = { sgprs: 512, sgprGranule: 8, ldsGranule: 256 };
/** Source: LLVM's User Guide for AMDGPU, GFX8 and GFX9. */
const LATER: Files = { sgprs: 800, sgprGranule: 16, ldsGranule: 512 };
/** Instruction sets of later chips have LLVM's names of these. */
const filesOf = (isa: string): Files => (isa.startsWith('gfx') ? LATER : SOUTHERN_ISLANDS);

/** Register files of a SIMD and limits of a compute unit that all of these chips share. */
const SIMD = { vgprs: 256, vgprGranule: 4, wavefronts: 10 } as const;
const UNIT_SIMDS = 4;
const UNIT_LDS = 64 * 1024;
/** Work-groups of more than one wavefront that a compute unit has barriers for. Source: gem5's model of GCN. */
const UNIT_BARRIERS = 16;

export const LIMITS = ['hardware', 'VGPRs', 'SGPRs', 'LDS', 'barriers', 'work-group'] as const;
export type Limit = (typeof LIMITS)[number];

const granules = (count: number, granule: number): number => Math.max(Math.ceil(count / granule) * granule, granule);

/** Wavefronts on a SIMD that each of the limits would allow by itself. */
export function limitsOf({
  vgprs,
  sgprs,
  ldsBytes,
  workItems,
  isa,
}: KernelResources): readonly (readonly [Limit, number])[] {
  const files = filesOf(isa);
  const wavefronts = Math.ceil(workItems / LANES);
  const perSimd = (groups: number): number => (groups * wavefronts) / UNIT_SIMDS;
  const slots: readonly (readonly [Limit, number])[] = [
    ['hardware', SIMD.wavefronts],
    ['VGPRs', Math.floor(SIMD.vgprs / granules(vgprs, SIMD.vgprGranule))],
    ['SGPRs', Math.floor(files.sgprs / granules(sgprs, files.sgprGranule))],
    ['LDS', ldsBytes === 0 ? SIMD.wavefronts : perSimd(Math.floor(UNIT_LDS / granules(ldsBytes, files.ldsGranule)))],
    ['barriers', wavefronts === 1 ? SIMD.wavefronts : perSimd(UNIT_BARRIERS)],
  ];
  // A work-group is on one compute unit as a whole.
  const least = Math.min(...slots.map(([, count]) => count));
  return [...slots, ['work-group', perSimd(Math.floor((least * UNIT_SIMDS) / wavefronts))]];
}

/** Wavefronts on a SIMD on average over those of a compute unit, and the first of the limits that is reached. */
export function occupancyOf(resources: KernelResources): { readonly occupancy: number; readonly limit: Limit } {
  const [limit, occupancy] = limitsOf(resources).reduce((least, bound) => (bound[1] < least[1] ? bound : least));
  return { occupancy, limit };
}
