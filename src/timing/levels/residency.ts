// Residency: number of wavefronts of a kernel on a SIMD of a chip, its limit, and the effect of another use of
// registers or LDS.

import type { Parameters } from '../config/parameters.js';
import type { TimingRecord } from '../records/format.js';

export type ResidencyResources = Pick<TimingRecord, 'vgprs' | 'sgprs' | 'ldsBytes' | 'wavefronts'>;
export const RESIDENCY_LIMITS = ['slots', 'VGPRs', 'SGPRs', 'LDS', 'barriers'] as const;
export type ResidencyLimit = (typeof RESIDENCY_LIMITS)[number];

export interface Residency {
  /** Of a compute unit. */
  readonly groups: number;
  /** On average over the SIMDs of a compute unit. */
  readonly wavefrontsPerSimd: number;
  /** Resource without room for one more work-group; the first one of several. */
  readonly limit: ResidencyLimit;
}

const granules = (count: number, granule: number): number => Math.max(1, Math.ceil(count / granule)) * granule;

/** As the dispatcher of the model gives them out. */
export function residencyOf(
  { computeUnit }: Parameters,
  { vgprs, sgprs, ldsBytes, wavefronts }: ResidencyResources,
): Residency {
  const { simds, slotsPerSimd, barrierSlots } = computeUnit;
  const byVgprs = Math.floor(computeUnit.vgprsPerSimd / granules(vgprs, computeUnit.vgprGranule));
  const bySgprs = Math.floor(computeUnit.sgprsPerSimd / granules(sgprs, computeUnit.sgprGranule));
  const ofWavefronts = (perSimd: number): number => Math.floor((simds * perSimd) / wavefronts);
  const groups: Readonly<Record<ResidencyLimit, number>> = {
    slots: ofWavefronts(slotsPerSimd),
    VGPRs: ofWavefronts(byVgprs),
    SGPRs: ofWavefronts(bySgprs),
    LDS: ldsBytes === 0 ? Infinity : Math.floor(computeUnit.ldsBytes / granules(ldsBytes, computeUnit.ldsGranuleBytes)),
    barriers: wavefronts > 1 ? barrierSlots : Infinity,
  };
  const limit = RESIDENCY_LIMITS.reduce((least, each) => (groups[each] < groups[least] ? each : least));
  return { groups: groups[limit], wavefrontsPerSimd: (groups[limit] * wavefronts) / simds, limit };
}

/** With no more than so much of a resource there would be another number of wavefronts. */
export interface ResidencyChange extends Residency {
  readonly resource: 'vgprs' | 'sgprs' | 'ldsBytes';
  readonly amount: number;
}

const STEPS: Readonly<Record<ResidencyChange['resource'], (unit: Parameters['computeUnit']) => number>> = {
  vgprs: ({ vgprGranule }) => vgprGranule,
  sgprs: ({ sgprGranule }) => sgprGranule,
  ldsBytes: ({ ldsGranuleBytes }) => ldsGranuleBytes,
};
/** The most that a kernel may request. */
const MAX_REGISTERS = { vgprs: 256, sgprs: 104 } as const;

/** Of each resource by itself: the amounts at which the number of wavefronts changes, the largest first. */
export function whatIfs(parameters: Parameters, own: ResidencyResources): readonly ResidencyChange[] {
  const changes: ResidencyChange[] = [];
  for (const resource of ['vgprs', 'sgprs', 'ldsBytes'] as const) {
    const { computeUnit } = parameters;
    const most =
      resource === 'ldsBytes'
        ? computeUnit.ldsBytes
        : Math.min(MAX_REGISTERS[resource], computeUnit[resource === 'vgprs' ? 'vgprsPerSimd' : 'sgprsPerSimd']);
    const step = STEPS[resource](computeUnit);
    let before = -1;
    for (let amount = Math.floor(most / step) * step; amount >= step; amount -= step) {
      const residency = residencyOf(parameters, { ...own, [resource]: amount });
      if (residency.wavefrontsPerSimd !== before) changes.push({ resource, amount, ...residency });
      before = residency.wavefrontsPerSimd;
    }
  }
  return changes;
}
