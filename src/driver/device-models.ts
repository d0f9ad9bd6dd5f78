// The GPUs that a session can pretend to be, with the limits that the driver enforces.

import { AtollError } from '../util/errors.js';

const KiB = 1 << 10;
const MiB = 1 << 20;

/** A simulated chip. Sizes in bytes; clock in MHz of the reference board. */
export interface DeviceModel {
  /** As `--device` takes it, and as images name it (src/cal/devices.ts). */
  readonly id: string;
  /** As CL_DEVICE_NAME shows it. */
  readonly name: string;
  readonly board: string;
  /** PCI device of this board. Source: the PCI ID database. */
  readonly pciDevice: number;
  readonly computeUnits: number;
  readonly clockMHz: number;
  readonly globalMemory: number;
  readonly cacheSize: number;
  readonly memoryChannels: number;
  /** Work-items of a work-group, as programs are told. */
  readonly maxWorkGroupSize: number;
  /** LLVM's name of a chip that ROCm knows: programs find its driver, /dev/kfd, and may bring code for it. */
  readonly rocm?: 'gfx801' | 'gfx802' | 'gfx803' | 'gfx900' | 'gfx902' | 'gfx906';
}

/** LLVM's name of the chips that ROCm does not know: Southern Islands. */
const FIRST_NAME = 'gfx600';

/** Version of a chip's graphics core, as LLVM's name of it ends: major, and a digit each for minor and stepping. */
export function graphicsVersion({ rocm }: Pick<DeviceModel, 'rocm'>): {
  readonly major: number;
  readonly minor: number;
  readonly stepping: number;
} {
  const [, major, minor, stepping] = /^gfx(\d+)([\da-f])([\da-f])$/.exec(rocm ?? FIRST_NAME)!;
  return { major: Number(major), minor: Number.parseInt(minor!, 16), stepping: Number.parseInt(stepping!, 16) };
}

/** Limits that all chips of the family share. Source: AMD Southern Islands ISA manual; what AMD's driver reported. */
export const FAMILY = {
  vendorId: 0x1002,
  wavefrontSize: 64,
  /** Compilers assume at most this many unless the kernel or the image says otherwise. */
  maxWorkGroupSize: 256,
  /** What a compute unit takes: 16 wavefronts. */
  hardwareWorkGroupSize: 1024,
  ldsSize: 32 * KiB,
  constantBuffer: 64 * KiB,
  cacheLine: 64,
  simdPerComputeUnit: 4,
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

const CHIPS: readonly Omit<DeviceModel, 'maxWorkGroupSize'>[] = [
  {
    id: 'tahiti',
    name: 'Tahiti',
    board: 'AMD Radeon HD 7970',
    pciDevice: 0x6798,
    computeUnits: 32,
    clockMHz: 925,
    globalMemory: 3072 * MiB,
    cacheSize: 768 * KiB,
    memoryChannels: 12,
  },
  {
    id: 'pitcairn',
    name: 'Pitcairn',
    board: 'AMD Radeon HD 7870',
    pciDevice: 0x6818,
    computeUnits: 20,
    clockMHz: 1000,
    globalMemory: 2048 * MiB,
    cacheSize: 512 * KiB,
    memoryChannels: 8,
  },
  {
    id: 'capeverde',
    name: 'Capeverde',
    board: 'AMD Radeon HD 7770',
    pciDevice: 0x683d,
    computeUnits: 10,
    clockMHz: 1000,
    globalMemory: 1024 * MiB,
    cacheSize: 512 * KiB,
    memoryChannels: 4,
  },
  {
    id: 'oland',
    name: 'Oland',
    board: 'AMD Radeon R7 240',
    pciDevice: 0x6613,
    computeUnits: 5,
    clockMHz: 780,
    globalMemory: 1024 * MiB,
    cacheSize: 256 * KiB,
    memoryChannels: 2,
  },
  {
    id: 'hainan',
    name: 'Hainan',
    board: 'AMD Radeon R5 M230',
    pciDevice: 0x6665,
    computeUnits: 5,
    clockMHz: 855,
    globalMemory: 1024 * MiB,
    cacheSize: 128 * KiB,
    memoryChannels: 2,
  },
  {
    id: 'carrizo',
    name: 'Carrizo',
    board: 'AMD Radeon R7 Graphics',
    pciDevice: 0x9874,
    computeUnits: 8,
    clockMHz: 800,
    globalMemory: 2048 * MiB,
    cacheSize: 512 * KiB,
    memoryChannels: 2,
    rocm: 'gfx801',
  },
  {
    id: 'tonga',
    name: 'Tonga',
    board: 'AMD Radeon R9 285',
    pciDevice: 0x6939,
    computeUnits: 28,
    clockMHz: 918,
    globalMemory: 2048 * MiB,
    cacheSize: 512 * KiB,
    memoryChannels: 8,
    rocm: 'gfx802',
  },
  {
    id: 'fiji',
    name: 'Fiji',
    board: 'AMD Radeon R9 Fury Series',
    pciDevice: 0x7300,
    computeUnits: 64,
    clockMHz: 1050,
    globalMemory: 3072 * MiB,
    cacheSize: 2048 * KiB,
    memoryChannels: 32,
    rocm: 'gfx803',
  },
  {
    id: 'vega10',
    name: 'Vega10',
    board: 'AMD Radeon Instinct MI25',
    pciDevice: 0x6860,
    computeUnits: 64,
    clockMHz: 1500,
    globalMemory: 3072 * MiB,
    cacheSize: 4096 * KiB,
    memoryChannels: 16,
    rocm: 'gfx900',
  },
  {
    id: 'raven',
    name: 'Raven',
    board: 'AMD Radeon Vega 11 Graphics',
    pciDevice: 0x15dd,
    computeUnits: 11,
    clockMHz: 1250,
    globalMemory: 2048 * MiB,
    cacheSize: 1024 * KiB,
    memoryChannels: 2,
    rocm: 'gfx902',
  },
  {
    id: 'vega20',
    name: 'Vega20',
    board: 'AMD Instinct MI60 / MI50',
    pciDevice: 0x66a1,
    computeUnits: 60,
    clockMHz: 1725,
    globalMemory: 3072 * MiB,
    cacheSize: 4096 * KiB,
    memoryChannels: 32,
    rocm: 'gfx906',
  },
];

/** AMD's driver offered 256 work-items on Southern Islands; ROCm offers what the hardware takes. */
export const PERSONALITIES: readonly DeviceModel[] = CHIPS.map((chip) => ({
  ...chip,
  maxWorkGroupSize: chip.rocm ? FAMILY.hardwareWorkGroupSize : FAMILY.maxWorkGroupSize,
}));

/**
 * A chip that takes other work-groups, where a size is asked for.
 *
 * @throws AtollError BAD_OPTION for what no compute unit takes
 */
export function withWorkGroups(chip: DeviceModel, maxWorkGroupSize: number | undefined): DeviceModel {
  if (maxWorkGroupSize === undefined) return chip;
  const { wavefrontSize, hardwareWorkGroupSize } = FAMILY;
  if (maxWorkGroupSize % wavefrontSize === 0 && maxWorkGroupSize > 0 && maxWorkGroupSize <= hardwareWorkGroupSize)
    return { ...chip, maxWorkGroupSize };
  throw new AtollError(
    'BAD_OPTION',
    `--max-work-group-size ${maxWorkGroupSize}: not a multiple of ${wavefrontSize} up to ${hardwareWorkGroupSize}`,
    `the default of ${chip.id} is ${chip.maxWorkGroupSize}`,
  );
}

export const PERSONALITY_IDS: readonly string[] = PERSONALITIES.map(({ id }) => id);

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** What to write for another name of a chip: LLVM's, or its board's; undefined where it is the name of none. */
export function chipHint(text: string): string | undefined {
  const name = bare(text);
  const isIt = ({ rocm, name: own, board }: DeviceModel): boolean =>
    [rocm ?? '', bare(own)].includes(name) || (name.length > 3 && bare(board).includes(name));
  const found = PERSONALITIES.find(isIt);
  return found && `${text} is ${found.id} here (${found.board}): --device ${found.id}`;
}

/** @throws AtollError BAD_OPTION, naming the known chips */
export function personality(id: string): DeviceModel {
  const found = PERSONALITIES.find((chip) => chip.id === id.toLowerCase());
  if (found) return found;
  const known = `known devices: ${PERSONALITY_IDS.join(', ')}`;
  throw new AtollError('BAD_OPTION', `unknown device '${id}'`, chipHint(id) ?? known);
}

/**
 * The chip that an instruction set is known by, where nobody names one. @param isa by the name that launches have for
 * it
 */
export const usualChip = (isa: string): DeviceModel =>
  PERSONALITIES.find(({ rocm }) => rocm === isa) ?? PERSONALITIES[0]!;

/** Largest single buffer: three quarters of the memory, so that code and arguments always find room beside it. */
export const maxAllocation = (chip: DeviceModel): number => (chip.globalMemory / 4) * 3;
