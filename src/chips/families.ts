// Properties that chips of a family share; records name the family instead of restating them.

import { type ChipLimits, type Granules, KiB } from './chip.js';

/** Source: AMD Southern Islands ISA manual, "Program organization"; AMD's driver; gem5's model of GCN (barriers). */
const GCN: ChipLimits = {
  wavefrontSize: 64,
  simdsPerComputeUnit: 4,
  wavefrontsPerSimd: 10,
  vgprs: 256,
  vgprGranule: 4,
  sgprsPerSimd: 512,
  sgprGranule: 8,
  hardwareWorkGroupSize: 1024,
  workGroupSize: 256,
  ldsPerWorkGroup: 32 * KiB,
  ldsPerComputeUnit: 64 * KiB,
  barriersPerComputeUnit: 16,
};

/** Common properties of the records of a family. */
interface ChipFamily {
  readonly limits: ChipLimits;
  readonly granules: Granules;
}

export const SOUTHERN_ISLANDS: ChipFamily & { readonly target: string; readonly isa: string } = {
  target: 'tahiti',
  isa: 'southern-islands',
  limits: GCN,
  granules: { lds: 256, sgprs: 8 },
};

/**
 * From GCN2 on one work-group may have the whole LDS of a compute unit. ROCm offers work-groups of the size that the
 * hardware takes. Source: LLVM's AMDGPU.td (addressable local memory) and usage guide (SGPRs of GFX8 and GFX9), Mesa's
 * radeonsi, ROCm's OpenCL.
 */
const LATER_LIMITS: ChipLimits = {
  ...GCN,
  sgprsPerSimd: 800,
  sgprGranule: 16,
  workGroupSize: GCN.hardwareWorkGroupSize,
  ldsPerWorkGroup: 64 * KiB,
};

export const GCN3: ChipFamily = { limits: LATER_LIMITS, granules: { lds: 512, sgprs: 8 } };
export const GFX9: ChipFamily = { limits: LATER_LIMITS, granules: { lds: 512, sgprs: 16 } };
