// A launch in AMD Catalyst's convention (src/cal/catalyst.ts): constant buffers, descriptor tables, user elements.
//
// UAVs start at address 0 and have no end: a pointer's value in constant buffer 1 is its GPU address, so that kernels
// that reach several buffers through one UAV work too. Stray accesses are caught by page permissions, as everywhere.

import { IMAGE_DESCRIPTOR } from '../../abi/image-descriptor.js';
import { SCRATCH_BASE } from '../../abi/memory-map.js';
import { ImageKind } from '../../abi/schema.js';
import { dataFormatNamed, NUM_FORMAT } from '../../emulator/image/formats.js';
import { AXES } from '../../emulator/launch.js';
import { type GpuMemory, PERMISSION } from '../../emulator/memory.js';
import { DEFAULT_DESCRIPTORS as descriptors } from '../../isa/default-set.js';
import type { SamplerResourceOptions } from '../../isa/descriptors/views.js';
import { WAVE64 } from '../../isa/wave.js';
import type { ConventionData, LoadedCode } from '../../launch/code.js';
import type { Convention, KernelLaunch } from '../../launch/convention.js';
import { AtollError } from '../../util/errors.js';
import { elementOf, required } from '../../util/required.js';
import type { CalArgument } from '../argument.js';
import { CONSTANT_BUFFER_0, CONSTANT_VECTOR_SIZE, INTERNAL_SCRATCH_ENTRY } from '../catalyst.js';
import { CATALYST_SAMPLER_BITS, SAMPLER_BITS } from '../convention.js';
import type { CalKernel } from '../image.js';
import { USER_DATA_CLASS } from '../prog-info.js';
import { type SegmentLayout, segmentLayout, TABLE_ENTRY } from './catalyst-segment.js';

export interface CatalystData
  extends ConventionData,
    Pick<CalKernel, 'args' | 'uavs' | 'userElements' | 'inlineSamplers' | 'kernargSize'> {
  readonly name: 'catalyst';
  readonly layout: SegmentLayout;
  /** Program-scope constants in GPU memory: constant buffer 2. */
  readonly globalData: { readonly address: number; readonly size: number } | undefined;
}

/** Without the program's constants, whose address is not known before they are in memory. */
export function catalystData(kernel: CalKernel): CatalystData {
  const { args, uavs, userElements, inlineSamplers, kernargSize } = kernel;
  const layout = segmentLayout(kernel);
  const common = { args, uavs, userElements, inlineSamplers, kernargSize };
  return { name: 'catalyst', segmentBytes: layout.size, ...common, layout, globalData: undefined };
}

type CatalystCode = LoadedCode<CatalystData>;

const NO_LIMIT = 0xffff_ffff;
/** The constant buffer of the program's own constants. */
const GLOBAL_DATA_BUFFER = 2;
/** @param base its address: pointers are offsets from there */
const wholeMemory = (base: number): Uint32Array =>
  descriptors.buffer.encode({
    base,
    records: NO_LIMIT,
    dataFormat: dataFormatNamed('32').code,
    numFormat: NUM_FORMAT.uint,
  });

/** Constants of `size` bytes as the array of vectors that kernels index. */
const constants = (base: number, size: number): Uint32Array =>
  descriptors.buffer.encode({ base, stride: CONSTANT_VECTOR_SIZE, records: Math.ceil(size / CONSTANT_VECTOR_SIZE) });

/** Private memory: the offset in a work-item's own bytes and the lane make the address, as for LLVM's kernels. */
const scratch = (base: number): Uint32Array =>
  descriptors.buffer.encode({
    base,
    records: NO_LIMIT,
    swizzle: { elementSize: 4, indexStride: WAVE64.lanes },
    addThreadId: true,
  });

const unsupported = (kernel: CatalystCode, what: string): AtollError =>
  new AtollError('UNSUPPORTED', `kernel ${kernel.name}: ${what}`, 'rebuild the program from its OpenCL C source');

/** A user element's class by name, or by number when it has none. */
const className = (code: number): string =>
  Object.entries(USER_DATA_CLASS).find(([, value]) => value === code)?.[0] ?? `of class ${code}`;

/** Sampler bits of either convention as a descriptor. */
function samplerFromBits(bits: number, modes: typeof SAMPLER_BITS | typeof CATALYST_SAMPLER_BITS): Uint32Array {
  const addressing = new Map<number, SamplerResourceOptions['addressing']>([
    [modes.addressNone, 'none'],
    [modes.addressRepeat, 'repeat'],
    [modes.addressClampToEdge, 'clampToEdge'],
    [modes.addressClamp, 'clamp'],
    [modes.addressMirroredRepeat, 'mirroredRepeat'],
  ]).get(bits & modes.addressMask);
  return descriptors.sampler.encode({
    normalized: (bits & modes.normalized) !== 0,
    addressing: addressing ?? 'none',
    filter: (bits & modes.filterMask) === modes.filterLinear ? 'linear' : 'nearest',
  });
}

function catalystBits(bits: number): number {
  const pairs = [
    [SAMPLER_BITS.addressRepeat, CATALYST_SAMPLER_BITS.addressRepeat],
    [SAMPLER_BITS.addressClampToEdge, CATALYST_SAMPLER_BITS.addressClampToEdge],
    [SAMPLER_BITS.addressClamp, CATALYST_SAMPLER_BITS.addressClamp],
  ] as const;
  const pair = pairs.find(([ours]) => ours === (bits & SAMPLER_BITS.addressMask));
  return (bits & ~SAMPLER_BITS.addressMask) | (pair ? pair[1] : bits & SAMPLER_BITS.addressMask);
}

class Segment {
  readonly layout: SegmentLayout;
  /** The UAV of all that there is. */
  readonly whole: Uint32Array;
  /** Offset in memory. */
  private readonly base: number;

  constructor(
    readonly launch: KernelLaunch,
    readonly kernel: CatalystCode,
    readonly memory: GpuMemory,
  ) {
    const { isLarge, size } = memory.space;
    if (isLarge) {
      const text = `kernel ${kernel.name} was compiled by AMD's driver: its buffers lie in 4 GiB, the device has ${size / 2 ** 30}`;
      throw new AtollError('BAD_INPUT', text, 'run the program without --device-memory');
    }
    this.layout = kernel.convention.layout;
    this.base = required(memory.space.translate(launch.segment), 'place of the segment');
    this.whole = wholeMemory(this.addressOf(0));
  }

  /** The address of an offset in memory. */
  addressOf(offset: number): number {
    return Number(this.memory.space.addressOf(offset));
  }

  /** The address of an offset in the segment. */
  address(offset: number): number {
    return this.addressOf(this.base + offset);
  }

  /** `count` words of the segment. */
  words(offset: number, count: number): Uint32Array {
    return new Uint32Array(this.memory.memory.buffer, this.base + offset, count);
  }

  uav(id: number): Uint32Array {
    return this.words(this.layout.uavTable + id * TABLE_ENTRY.uav, TABLE_ENTRY.uav / 4);
  }

  resource(id: number): Uint32Array {
    return this.words(this.layout.resourceTable + id * TABLE_ENTRY.resource, TABLE_ENTRY.resource / 4);
  }

  constantBuffer(index: number): Uint32Array {
    return this.words(
      this.layout.constantBufferTable + index * TABLE_ENTRY.constantBuffer,
      TABLE_ENTRY.constantBuffer / 4,
    );
  }

  internal(entry: number): Uint32Array {
    return this.words(this.layout.internalTable + entry * TABLE_ENTRY.internal, TABLE_ENTRY.internal / 4);
  }

  sampler(id: number): Uint32Array {
    return this.words(this.layout.samplerTable + id * TABLE_ENTRY.sampler, TABLE_ENTRY.sampler / 4);
  }
}

const wordOf = (words: Uint32Array, index: number): number => elementOf(words, index, 'word of the segment');

/** The constants that every kernel may read. */
function fillConstantBuffer0(
  { launch, layout }: Segment,
  at: (offset: number, values: ArrayLike<number>) => void,
): void {
  const base = layout.constantBuffer0;
  const groups = AXES.map((d) => launch.globalSize[d] / launch.localSize[d]);
  at(base + CONSTANT_BUFFER_0.globalSize, launch.globalSize);
  at(base + CONSTANT_BUFFER_0.workDim, [launch.workDim]);
  at(base + CONSTANT_BUFFER_0.localSize, launch.localSize);
  at(base + CONSTANT_BUFFER_0.numGroups, groups);
  at(base + CONSTANT_BUFFER_0.floatConstants, new Uint32Array(Float32Array.of(0, 0.5, 1, 2).buffer));
  at(base + CONSTANT_BUFFER_0.globalOffset, launch.globalOffset);
  const flatOffset = launch.globalOffset
    .slice(0, launch.workDim)
    .reduce((product, offset) => Math.imul(product, offset), 1);
  at(base + CONSTANT_BUFFER_0.flatGlobalOffset, [flatOffset]);
  at(base + CONSTANT_BUFFER_0.secondGlobalOffset, launch.globalOffset);
}

/**
 * An image argument's slot holds the address of its descriptor: the T# moves to its table, sizes and format take the
 * slot.
 */
function placeImage(segment: Segment, argument: CalArgument): void {
  const { memory, kernel } = segment;
  const slot = segment.words(argument.offset, 8);
  const descriptor = wordOf(slot, 0);
  if (
    descriptor % IMAGE_DESCRIPTOR.size !== 0 ||
    !memory.allows(descriptor, IMAGE_DESCRIPTOR.size, PERMISSION.readWrite)
  ) {
    throw new AtollError('BAD_INPUT', `kernel ${kernel.name}: argument ${argument.name} is not an image descriptor`);
  }
  const words = new Uint32Array(memory.memory.buffer, descriptor, IMAGE_DESCRIPTOR.size / 4).slice();
  const resource = words.subarray(0, 8);
  const id = argument.resourceId ?? 0;
  (argument.accessQualifier === 'write_only' ? segment.uav(id) : segment.resource(id)).set(resource);
  const { width, height, depth } = descriptors.image.decode(resource);
  const isDeep = words[IMAGE_DESCRIPTOR.kind / 4] === ImageKind.D3;
  slot.set([
    width,
    height,
    isDeep ? depth : 1,
    wordOf(words, IMAGE_DESCRIPTOR.channelType / 4),
    0,
    0,
    0,
    wordOf(words, IMAGE_DESCRIPTOR.channelOrder / 4),
  ]);
}

function placeArgument(segment: Segment, argument: CalArgument): void {
  const id = argument.resourceId ?? 0;
  const slot = segment.words(argument.offset, 1);
  if (argument.kind === 'global') segment.uav(id).set(segment.whole);
  else if (argument.kind === 'constant') {
    // Scalar loads of constants have small offsets: the descriptor starts where the pointer points.
    segment.constantBuffer(id).set(constants(segment.addressOf(wordOf(slot, 0)), NO_LIMIT - wordOf(slot, 0)));
    segment.uav(id).set(segment.whole);
    slot[0] = 0;
  } else if (argument.kind === 'image') placeImage(segment, argument);
  else if (argument.kind === 'sampler') {
    segment.sampler(id).set(samplerFromBits(wordOf(slot, 0), SAMPLER_BITS));
    slot[0] = catalystBits(wordOf(slot, 0));
  }
}

function fillUserSgprs(segment: Segment, userSgprs: Uint32Array): void {
  const { kernel, layout } = segment;
  const table = (offset: number): Uint32Array =>
    Uint32Array.of(segment.address(offset), segment.address(offset) / 2 ** 32);
  for (const { dataClass, apiSlot, firstSgpr, sgprCount } of kernel.convention.userElements) {
    const values = {
      [USER_DATA_CLASS.immResource]: () => segment.resource(apiSlot),
      [USER_DATA_CLASS.immSampler]: () => segment.sampler(apiSlot),
      [USER_DATA_CLASS.immConstantBuffer]: () => segment.constantBuffer(apiSlot),
      [USER_DATA_CLASS.immUav]: () => segment.uav(apiSlot),
      [USER_DATA_CLASS.ptrResourceTable]: () => table(layout.resourceTable),
      [USER_DATA_CLASS.ptrSamplerTable]: () => table(layout.samplerTable),
      [USER_DATA_CLASS.ptrConstantBufferTable]: () => table(layout.constantBufferTable),
      [USER_DATA_CLASS.ptrUavTable]: () => table(layout.uavTable),
      [USER_DATA_CLASS.ptrInternalGlobalTable]: () => table(layout.internalTable),
    }[dataClass];
    if (!values) throw unsupported(kernel, `user element ${className(dataClass)} in s${firstSgpr} is not supported`);
    if (firstSgpr + sgprCount > userSgprs.length) {
      const text = `user element ${className(dataClass)} in s${firstSgpr} is beyond the ${userSgprs.length} user registers`;
      throw new AtollError('BAD_IMAGE', `kernel ${kernel.name}: ${text}`);
    }
    userSgprs.set(values().subarray(0, sgprCount), firstSgpr);
  }
}

function fill(launch: KernelLaunch, kernel: CatalystCode, memory: GpuMemory, userSgprs: Uint32Array): void {
  const segment = new Segment(launch, kernel, memory);
  const { globalData, kernargSize, uavs, inlineSamplers, args } = kernel.convention;
  const { layout } = segment;
  segment.words(layout.constantBuffer0, (layout.size - layout.constantBuffer0) / 4).fill(0);
  fillConstantBuffer0(segment, (offset, values) => segment.words(offset, values.length).set(values));
  segment.constantBuffer(0).set(constants(segment.address(layout.constantBuffer0), CONSTANT_BUFFER_0.size));
  segment.constantBuffer(1).set(constants(segment.address(0), kernargSize));
  if (globalData) {
    const { address, size } = globalData;
    segment.constantBuffer(GLOBAL_DATA_BUFFER).set(constants(segment.addressOf(address), size));
  }
  // The UAV of private memory too: an access by it reaches the null page, which is a fault that names the instruction.
  for (const { id } of uavs) segment.uav(id).set(segment.whole);
  segment.internal(INTERNAL_SCRATCH_ENTRY).set(scratch(segment.addressOf(SCRATCH_BASE)));
  for (const { id, value } of inlineSamplers) segment.sampler(id).set(samplerFromBits(value, CATALYST_SAMPLER_BITS));
  for (const argument of args) placeArgument(segment, argument);
  fillUserSgprs(segment, userSgprs);
}

export const catalystConvention: Convention<CatalystData> = { name: 'catalyst', fill };
