// The GPUs that a session can pretend to be: chips, with the limits that a run may set.

import { MAX_SPACE_SIZE, VRAM_BASE, VRAM_SIZE } from '../abi/memory-map.js';
import type { Chip } from '../chips/chip.js';
import { CHIPS, chipHint, chipNamed } from '../chips/chips.js';
import { AtollError } from '../util/errors.js';
import { machineMemory } from '../util/machine-memory.js';

const KiB = 1 << 10;
const MiB = 1 << 20;
const GiB = 2 ** 30;

/** A simulated chip with the limits that programs see. */
export interface DeviceModel extends Chip {
  /** Work-items of a work-group. */
  readonly maxWorkGroupSize: number;
}

/** Limits that all chips share. Source: AMD Southern Islands ISA manual; what AMD's driver reported. */
export const FAMILY = {
  vendorId: 0x1002,
  wavefrontSize: 64,
  /** Compilers assume at most this many unless the kernel or the image says otherwise. */
  maxWorkGroupSize: 256,
  constantBuffer: 64 * KiB,
  cacheLine: 64,
  image2dMax: 16384,
  image3dMax: 2048,
  imageArrayMax: 2048,
  imageBufferMax: 65536,
  maxSamplers: 16,
  maxReadImages: 128,
  maxWriteImages: 8,
  printfBuffer: 1 * MiB,
} as const;

/**
 * Bus of the first simulated device, the next ones follow: high enough that no board of the host has it, and below 128,
 * since CL_DEVICE_TOPOLOGY_AMD gives it as a signed char.
 */
export const FIRST_PCI_BUS = 0x40;

const modelOf = (chip: Chip): DeviceModel => ({ ...chip, maxWorkGroupSize: chip.limits.workGroupSize });

export const DEVICE_MODELS: readonly DeviceModel[] = CHIPS.map(modelOf);

/**
 * The chip with another maximum size of work-groups, if one is given.
 *
 * @throws AtollError BAD_OPTION for a size beyond a compute unit
 */
export function withWorkGroups(chip: DeviceModel, maxWorkGroupSize: number | undefined): DeviceModel {
  if (maxWorkGroupSize === undefined) return chip;
  const { wavefrontSize, hardwareWorkGroupSize } = chip.limits;
  if (maxWorkGroupSize % wavefrontSize === 0 && maxWorkGroupSize > 0 && maxWorkGroupSize <= hardwareWorkGroupSize)
    return { ...chip, maxWorkGroupSize };
  throw new AtollError(
    'BAD_OPTION',
    `--max-work-group-size ${maxWorkGroupSize}: not a multiple of ${wavefrontSize} up to ${hardwareWorkGroupSize}`,
    `the default of ${chip.id} is ${chip.maxWorkGroupSize}`,
  );
}

export const DEVICE_MODEL_IDS: readonly string[] = DEVICE_MODELS.map(({ id }) => id);

/**
 * @param name its own, LLVM's, or one that users know it by
 * @throws AtollError BAD_OPTION, naming the known chips
 */
export function deviceModel(name: string): DeviceModel {
  const model = chipNamed(name);
  if (model) return DEVICE_MODELS.find(({ id }) => id === model.id) ?? modelOf(model);
  const hint = `known devices: ${DEVICE_MODEL_IDS.join(', ')}`;
  throw new AtollError('BAD_OPTION', `unknown device '${name}'`, chipHint(name) ?? hint);
}

/**
 * The chip with another size of its memory, if one is given.
 *
 * @param gib for OpenCL programs
 * @param available bytes of memory of this machine
 * @throws AtollError BAD_OPTION for a size that no address space, or this machine, has
 */
export function withMemory(chip: DeviceModel, gib: number | undefined, available = machineMemory()): DeviceModel {
  if (gib === undefined) return chip;
  const most = (MAX_SPACE_SIZE - VRAM_BASE) / GiB;
  const option = `--device-memory ${gib}`;
  if (!Number.isInteger(gib) || gib < 1 || gib > most)
    throw new AtollError(
      'BAD_OPTION',
      `${option}: not a whole number of GiB from 1 to ${most}`,
      'the largest address space has 16 GiB, of which engines use one',
    );
  if (gib * GiB <= available) return { ...chip, globalMemory: gib * GiB };
  const text = `${option}: this machine, or its container, has ${(available / GiB).toFixed(1)} GiB of memory`;
  throw new AtollError('BAD_OPTION', text, `the default of ${chip.id} is ${chip.globalMemory / GiB}`);
}

/** True if a chip's memory takes more than the usual address space. */
export const isLargeMemory = ({ globalMemory }: DeviceModel): boolean => globalMemory > VRAM_SIZE;

/**
 * Largest single buffer, so that code and arguments always find room beside it: three quarters of the memory, or all
 * but 1 GiB of a large one.
 */
export const maxAllocation = (chip: DeviceModel): number =>
  isLargeMemory(chip) ? chip.globalMemory - GiB : (chip.globalMemory / 4) * 3;
