// Wavefronts of a kernel that a SIMD holds at the same time, and the limit of the chip that determines their number.

import { usualChip } from '../chips/chips.js';

/** Resources of a compute unit that a launch uses, or a kernel with the work-groups that it allows. */
export interface KernelResources {
  readonly vgprs: number;
  readonly sgprs: number;
  /** Bytes of a work-group. */
  readonly ldsBytes: number;
  /** Bytes of private memory of a work-item. */
  readonly scratchBytes: number;
  /** Work-items of a work-group. */
  readonly workItems: number;
  /** Name of the instruction set: the limits are those of its usual chip. */
  readonly isa: string;
}

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
  const { limits: chip, cal } = usualChip(isa);
  const { simdsPerComputeUnit: simds, wavefrontsPerSimd: maximum } = chip;
  const wavefronts = Math.ceil(workItems / chip.wavefrontSize);
  const perSimd = (groups: number): number => (groups * wavefronts) / simds;
  const lds = Math.floor(chip.ldsPerComputeUnit / granules(ldsBytes, cal.granules.lds));
  const slots: readonly (readonly [Limit, number])[] = [
    ['hardware', maximum],
    ['VGPRs', Math.floor(chip.vgprs / granules(vgprs, chip.vgprGranule))],
    ['SGPRs', Math.floor(chip.sgprsPerSimd / granules(sgprs, chip.sgprGranule))],
    ['LDS', ldsBytes === 0 ? maximum : perSimd(lds)],
    ['barriers', wavefronts === 1 ? maximum : perSimd(chip.barriersPerComputeUnit)],
  ];
  // A work-group is on one compute unit as a whole.
  const least = Math.min(...slots.map(([, count]) => count));
  return [...slots, ['work-group', perSimd(Math.floor((least * simds) / wavefronts))]];
}

/** Work-groups of a launch that compute units hold at once. */
export function residentGroups(resources: KernelResources, computeUnits: number): number {
  const { wavefrontSize, simdsPerComputeUnit } = usualChip(resources.isa).limits;
  const wavefronts = Math.ceil(resources.workItems / wavefrontSize);
  return Math.max(Math.round((occupancyOf(resources).occupancy * simdsPerComputeUnit) / wavefronts), 1) * computeUnits;
}

/** Wavefronts on a SIMD on average over those of a compute unit, and the first of the limits that is reached. */
export function occupancyOf(resources: KernelResources): { readonly occupancy: number; readonly limit: Limit } {
  const [limit, occupancy] = limitsOf(resources).reduce((least, bound) => (bound[1] < least[1] ? bound : least));
  return { occupancy, limit };
}
