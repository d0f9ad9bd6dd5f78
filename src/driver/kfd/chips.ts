// What Linux' compute driver says of the chips that ROCm knows, and where their memory lies.

import { LDS_APERTURE, SCRATCH_APERTURE, VRAM_BASE } from '../../abi/memory-map.js';
import { GPUS_WITH_BARRIERS, GRID_BARRIERS } from '../../emulator/grid-sync.js';
import { type DeviceModel, graphicsVersion } from '../device-models.js';

const GiB = 1n << 30n;
const MiB = 1 << 20;

export type RocmName = NonNullable<DeviceModel['rocm']>;

interface Family {
  /** Of the command processor. */
  readonly firmware: number;
  /** Of the PCI device: libdrm names boards by it. */
  readonly revision: number;
  /** AMDGPU_FAMILY_ of libdrm. */
  readonly drmFamily: number;
  /** GB_ADDR_CONFIG: how tiles are laid out. */
  readonly addressConfig: number;
  /** Shader arrays, and the places for compute units in each, not all of which a board has in use. */
  readonly arrays: number;
  readonly unitsPerArray: number;
  /** Lines of a channel of its memory: HBM has 128, DDR of two chips and GDDR fewer. */
  readonly channelBits: number;
  /** Copy engines (SDMA), and queues of each. */
  readonly copyEngines: number;
  readonly copyQueues: number;
}

/**
 * Source: what boards with these chips report (Linux: kfd_device.c, gfx_v8_0.c, sdma_v4_0.c; arrays of gfx9: its
 * firmware's gpu_info); the firmware is one that needs no workaround of the runtime's.
 */
export const FAMILIES: Readonly<Record<RocmName, Family>> = {
  gfx801: {
    firmware: 730,
    revision: 0xc4,
    drmFamily: 135,
    addressConfig: 0x2201_0001,
    arrays: 1,
    unitsPerArray: 8,
    channelBits: 64,
    copyEngines: 2,
    copyQueues: 2,
  },
  gfx802: {
    firmware: 730,
    revision: 0x00,
    drmFamily: 130,
    addressConfig: 0x2201_1003,
    arrays: 4,
    unitsPerArray: 8,
    channelBits: 32,
    copyEngines: 2,
    copyQueues: 2,
  },
  gfx803: {
    firmware: 730,
    revision: 0xc8,
    drmFamily: 130,
    addressConfig: 0x2201_1003,
    arrays: 4,
    unitsPerArray: 16,
    channelBits: 128,
    copyEngines: 2,
    copyQueues: 2,
  },
  gfx900: {
    firmware: 434,
    revision: 0x00,
    drmFamily: 141,
    addressConfig: 0x2a11_4042,
    arrays: 4,
    unitsPerArray: 16,
    channelBits: 128,
    copyEngines: 2,
    copyQueues: 2,
  },
  gfx902: {
    firmware: 434,
    revision: 0xc6,
    drmFamily: 142,
    addressConfig: 0x2400_0042,
    arrays: 1,
    unitsPerArray: 11,
    channelBits: 64,
    copyEngines: 1,
    copyQueues: 2,
  },
  gfx906: {
    firmware: 440,
    revision: 0x02,
    drmFamily: 141,
    addressConfig: 0x2a11_4042,
    arrays: 4,
    unitsPerArray: 16,
    channelBits: 128,
    copyEngines: 2,
    copyQueues: 8,
  },
};

/** A GPU as programs see it. */
export interface Agent {
  readonly chip: DeviceModel;
  readonly family: Family;
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

const FIRST_RENDER_MINOR = 128;
const FIRST_GPU_ID = 0xa701;

function targetVersion(chip: DeviceModel): number {
  const { major, minor, stepping } = graphicsVersion(chip);
  return major * 10_000 + minor * 100 + stepping;
}

/** The agents of chips that ROCm knows, in their order. */
export const agentsOf = (chips: readonly DeviceModel[]): Agent[] =>
  chips
    .map((chip, device) => ({ chip, device }))
    .filter(({ chip: { rocm } }) => rocm !== undefined)
    .map(({ chip, device }, n) => ({
      chip,
      device,
      family: FAMILIES[chip.rocm!],
      gfxTargetVersion: targetVersion(chip),
      node: n + 1,
      gpuId: FIRST_GPU_ID + n,
      renderMinor: FIRST_RENDER_MINOR + n,
    }));

/** GPU address of offset 0 of the engines' memory: where no program has anything. */
export const SPACE_BASE = 64n * GiB;
/**
 * From where to where the runtime gives out addresses, for host and GPU alike: it wants at least 4 GiB. What lies
 * beyond the engines' 4 GiB is refused when it is asked for, which it is last: the first quarter is for memory of the
 * host, the rest for the GPU's, each from below.
 */
export const APERTURE = {
  base: SPACE_BASE + BigInt(VRAM_BASE),
  limit: SPACE_BASE + BigInt(VRAM_BASE) + 4n * GiB - 1n,
} as const;

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
 * them. Who observes kernels wants to see each work-group in its place, which excludes that others run meanwhile.
 */
export const gridBarriersOf = (
  { gfxTargetVersion, device }: Pick<Agent, 'gfxTargetVersion' | 'device'>,
  observed: boolean,
): number => (gfxTargetVersion >= 90000 && !observed && device < GPUS_WITH_BARRIERS ? GRID_BARRIERS : 0);
