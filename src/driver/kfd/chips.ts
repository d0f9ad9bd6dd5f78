// Properties of the chips that ROCm knows, as Linux' compute driver reports them, and the ranges of their memory.

import { LDS_APERTURE, SCRATCH_APERTURE, VRAM_BASE } from '../../abi/memory-map.js';
import type { KfdIdentity } from '../../chips/chip.js';
import { graphicsVersion } from '../../chips/chips.js';
import { GPUS_WITH_BARRIERS, GRID_BARRIERS } from '../../emulator/grid-sync.js';
import type { DeviceModel } from '../device-models.js';

const GiB = 1n << 30n;
const MiB = 1 << 20;

/** A GPU as programs see it. */
export interface Agent {
  readonly chip: DeviceModel;
  readonly identity: KfdIdentity;
  /** major * 10000 + minor * 100 + stepping. */
  readonly gfxTargetVersion: number;
  /** Index among all simulated GPUs, also those that ROCm does not know. */
  readonly device: number;
  /** Of the topology; 0 is the processor of the host. */
  readonly node: number;
  /** Names it in requests: any number but 0. */
  readonly gpuId: number;
  /** Of its file in /dev/dri. */
  readonly renderMinor: number;
}

export const FIRST_RENDER_MINOR = 128;
const FIRST_GPU_ID = 0xa701;

function targetVersion(chip: DeviceModel): number {
  const { major, minor, stepping } = graphicsVersion(chip);
  return major * 10_000 + minor * 100 + stepping;
}

/** The agents of chips that ROCm knows, in their order. */
export const agentsOf = (chips: readonly DeviceModel[]): Agent[] =>
  chips
    .flatMap((chip, device) => (chip.kfd ? [{ chip, device, identity: chip.kfd }] : []))
    .map(({ chip, device, identity }, n) => ({
      chip,
      device,
      identity,
      gfxTargetVersion: targetVersion(chip),
      node: n + 1,
      gpuId: FIRST_GPU_ID + n,
      renderMinor: FIRST_RENDER_MINOR + n,
    }));

/** GPU address of offset 0 of the engines' memory: where no program has anything. */
export const SPACE_BASE = 64n * GiB;
/**
 * The range of addresses that the runtime gives out, for host and GPU alike: it needs at least 4 GiB. What lies beyond
 * the engines' 4 GiB is refused when it is requested, which is last: the first quarter is for memory of the host, the
 * rest for the GPU's, each from its lower end.
 */
export const APERTURE = {
  base: SPACE_BASE + BigInt(VRAM_BASE),
  limit: SPACE_BASE + BigInt(VRAM_BASE) + 4n * GiB - 1n,
} as const;

/**
 * The heap of programs that have theirs in reach of kernels: it begins video memory, and the range that the runtime
 * gives out begins behind it.
 */
export const ARENA = { offset: VRAM_BASE, address: SPACE_BASE + BigInt(VRAM_BASE), capacity: 512 * MiB } as const;

/**
 * Bytes of private memory that the GPU is said to have: what is left of 2 GiB beside the runtime's pool for private
 * segments.
 */
export const FRAME_BUFFER_SIZE = 1536 * MiB;

/** Windows of flat addresses, first and last. */
export const WINDOWS = {
  lds: [LDS_APERTURE, LDS_APERTURE + 4n * GiB - 1n],
  scratch: [SCRATCH_APERTURE, SCRATCH_APERTURE + 4n * GiB - 1n],
} as const;

/**
 * Barriers of the global wave sync, by which all work-groups of a launch wait for one another: chips from gfx9 on have
 * them. Observers of kernels see one work-group at a time, which excludes that others run meanwhile.
 */
export const gridBarriersOf = (
  { gfxTargetVersion, device }: Pick<Agent, 'gfxTargetVersion' | 'device'>,
  observed: boolean,
): number => (gfxTargetVersion >= 90000 && !observed && device < GPUS_WITH_BARRIERS ? GRID_BARRIERS : 0);
