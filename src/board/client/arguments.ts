// The arguments of a launch, read out of the segment that the guest has filled.

import { IMAGE_DESCRIPTOR } from '../../abi/image-descriptor.js';
import { ImageKind } from '../../abi/schema.js';
import { SAMPLER_BITS } from '../../cal/convention.js';
import type { AllocationRecord } from '../../driver/core/processor/messages.js';
import type { RemoteLaunch } from '../../driver/core/processor/remote-executor.js';
import { texelFormat } from '../../emulator/image/formats.js';
import type { GpuMemory } from '../../emulator/memory.js';
import { DEFAULT_DESCRIPTORS } from '../../isa/default-set.js';
import type { KernelArgument } from '../../launch/argument.js';
import { AtollError } from '../../util/errors.js';
import { required, valueAt } from '../../util/required.js';
import { type BoardArgument, IMAGE_OF_BUFFER, type ImageShape } from '../protocol.js';

/** cl_mem_object_type by ImageKind. Source: CL/cl.h. */
const OBJECT_TYPE: Readonly<Record<number, number>> = {
  [ImageKind.D1]: 0x10f4,
  [ImageKind.D1_BUFFER]: IMAGE_OF_BUFFER,
  [ImageKind.D1_ARRAY]: 0x10f5,
  [ImageKind.D2]: 0x10f1,
  [ImageKind.D2_ARRAY]: 0x10f3,
  [ImageKind.D3]: 0x10f2,
};
/** cl_addressing_mode and cl_filter_mode by a sampler's bits. */
const ADDRESSING: Readonly<Record<number, number>> = {
  [SAMPLER_BITS.addressNone]: 0x1130,
  [SAMPLER_BITS.addressClampToEdge]: 0x1131,
  [SAMPLER_BITS.addressClamp]: 0x1132,
  [SAMPLER_BITS.addressRepeat]: 0x1133,
  [SAMPLER_BITS.addressMirroredRepeat]: 0x1134,
};
const [NEAREST, LINEAR] = [0x1140, 0x1141];

/** A buffer that a kernel may touch. */
export interface BufferRange {
  readonly address: number;
  readonly size: number;
}

export interface ReadArguments {
  readonly arguments: readonly BoardArgument[];
  /** All buffers behind them, each once. */
  readonly buffers: readonly BufferRange[];
}

/** @param allocationAt the allocation that holds an address */
export type AllocationAt = (address: number) => AllocationRecord | undefined;

class Reader {
  readonly buffers = new Map<number, BufferRange>();
  private readonly view: DataView;

  constructor(
    private readonly memory: GpuMemory,
    private readonly segment: Uint8Array,
    private readonly allocationAt: AllocationAt,
    /** End of the local memory of each argument. */
    private readonly localEnds: ReadonlyMap<number, number>,
  ) {
    this.view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength);
  }

  read(argument: KernelArgument): BoardArgument {
    const { kind, offset, size } = argument;
    if (kind === 'value') return { is: 'value', bytes: this.segment.slice(offset, offset + size) };
    if (kind === 'local') {
      const start = this.view.getUint32(offset, true);
      return { is: 'local', size: valueAt(this.localEnds, start, 'end of the local memory') - start };
    }
    const word = this.view.getBigUint64(offset, true);
    if (kind === 'sampler') return samplerOf(Number(word & 0xffn));
    if (kind === 'image') return this.image(argument, word);
    if (word === 0n) return { is: 'null' };
    const { address, from } = this.touch(argument, this.memory.space.translate(word));
    const writes = kind === 'global' && !argument.typeQualifiers.includes('const');
    return { is: 'buffer', buffer: address, offset: from, writes };
  }

  private touch({ name }: KernelArgument, at: number | undefined): { address: number; from: number } {
    const allocation = at === undefined ? undefined : this.allocationAt(at);
    if (at === undefined || !allocation)
      throw new AtollError('BAD_INPUT', `argument '${name}' does not point to memory of the program`);
    const { address, requested } = allocation;
    this.buffers.set(address, { address, size: requested });
    return { address, from: at - address };
  }

  private image(argument: KernelArgument, word: bigint): BoardArgument {
    const at = this.memory.space.translate(word, IMAGE_DESCRIPTOR.size);
    if (at === undefined) throw new AtollError('BAD_INPUT', `argument '${argument.name}' is not an image`);
    const words = this.memory.u32.subarray(at / 4, at / 4 + IMAGE_DESCRIPTOR.size / 4);
    const { surface, shape } = shapeOf(words);
    const { address, from } = this.touch(argument, surface);
    return { is: 'image', buffer: address, offset: from, shape, writes: argument.accessQualifier !== 'read_only' };
  }
}

function samplerOf(bits: number): BoardArgument {
  return {
    is: 'sampler',
    normalized: (bits & SAMPLER_BITS.normalized) !== 0,
    addressing:
      ADDRESSING[bits & SAMPLER_BITS.addressMask] ?? required(ADDRESSING[SAMPLER_BITS.addressNone], 'addressing mode'),
    filter: (bits & SAMPLER_BITS.filterMask) === SAMPLER_BITS.filterLinear ? LINEAR : NEAREST,
  };
}

/** Offset and layout of an image in memory. Descriptors are those that Atoll's own driver makes. */
function shapeOf(words: Uint32Array): { readonly surface: number; readonly shape: ImageShape } {
  const word = (offset: number): number => required(words[offset / 4], 'word of the descriptor');
  const [kind, order, dataType] = [
    word(IMAGE_DESCRIPTOR.kind),
    word(IMAGE_DESCRIPTOR.channelOrder),
    word(IMAGE_DESCRIPTOR.channelType),
  ];
  const pixelBytes = texelFormat(order, dataType)?.data.bytes;
  const type = OBJECT_TYPE[kind];
  if (pixelBytes === undefined || type === undefined)
    throw new AtollError('BAD_INPUT', 'the format of an image is unknown');
  const common = { type, order, dataType, pixelBytes };
  if (kind === ImageKind.D1_BUFFER) {
    const { base, records: width } = DEFAULT_DESCRIPTORS.buffer.decode(words);
    const pitch = width * pixelBytes;
    const shape = { ...common, width, height: 0, depth: 0, arraySize: 0, rowPitch: pitch, slicePitch: pitch };
    return { surface: base, shape };
  }
  const view = DEFAULT_DESCRIPTORS.image.decode(words);
  const flat = kind === ImageKind.D1 || kind === ImageKind.D1_ARRAY;
  const layers = kind === ImageKind.D1_ARRAY || kind === ImageKind.D2_ARRAY;
  const [height, rowPitch] = [flat ? 1 : view.height, view.pitch * pixelBytes];
  return {
    surface: view.base,
    shape: {
      ...common,
      width: view.width,
      height: flat ? 0 : height,
      depth: kind === ImageKind.D3 ? view.depth : 0,
      arraySize: layers ? word(IMAGE_DESCRIPTOR.arraySize) : 0,
      rowPitch,
      slicePitch: rowPitch * height,
    },
  };
}

/**
 * Local arguments lie one behind another: each ends where the next one begins, the last one with the work-group's
 * memory.
 */
function localEndsOf(all: readonly KernelArgument[], segment: Uint8Array, end: number): Map<number, number> {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength);
  const starts = all
    .filter(({ kind }) => kind === 'local')
    .map(({ offset }) => view.getUint32(offset, true))
    .sort((a, b) => a - b);
  return new Map(starts.map((start, n) => [start, starts[n + 1] ?? end]));
}

/** Fields of a launch that locate its arguments. */
export interface LaunchSegment {
  readonly kernel: Pick<RemoteLaunch['kernel'], 'convention' | 'lds'>;
  readonly submission: { readonly launch: Pick<RemoteLaunch['submission']['launch'], 'segment' | 'dynamicLds'> };
  readonly memory: GpuMemory;
}

/** @throws AtollError BAD_INPUT for arguments that name nothing */
export function readArguments(
  { kernel, submission, memory }: LaunchSegment,
  all: readonly KernelArgument[],
  allocationAt: AllocationAt,
): ReadArguments {
  const { segment, dynamicLds } = submission.launch;
  const start = memory.space.translate(segment) ?? 0;
  const bytes = memory.u8.slice(start, start + kernel.convention.segmentBytes);
  const reader = new Reader(memory, bytes, allocationAt, localEndsOf(all, bytes, kernel.lds + dynamicLds));
  const read = all.map((argument) => reader.read(argument));
  return { arguments: read, buffers: [...reader.buffers.values()] };
}
