// The HSA convention: a segment of arguments, the explicit ones and behind them those that the compiler wants to know
// of the launch; a dispatch packet and a queue in memory; registers that lead to them. Source: LLVM's AMDGPU usage
// guide, HSA runtime specification 1.2.

import { LDS_APERTURE, SCRATCH_APERTURE, SCRATCH_BASE } from '../../abi/memory-map.js';
import { AXES, type Axis } from '../../emulator/launch.js';
import type { GpuMemory } from '../../emulator/memory.js';
import type { ConventionData, LoadedCode } from '../../launch/code.js';
import type { Convention, KernelLaunch } from '../../launch/convention.js';
import { AtollError } from '../../util/errors.js';
import { required } from '../../util/required.js';
import { USER_REGISTERS, type UserRegister } from '../descriptor.js';

/** Something of the launch that the kernel reads from its segment. */
export interface HiddenArgument {
  /** `value_kind` of the metadata. */
  readonly kind: string;
  readonly offset: number;
  readonly size: number;
}

/** Name of the convention. */
export const HSA = 'hsa';

export interface HsaData extends ConventionData {
  readonly name: typeof HSA;
  readonly hidden: readonly HiddenArgument[];
  readonly registers: readonly UserRegister[];
  /** Words of arguments that begin in registers. */
  readonly preloaded: number;
  readonly generation: number;
  /** Offsets of packet and queue in the segment. */
  readonly packet: number;
  readonly queue: number;
}

export const PACKET_SIZE = 64;
export const QUEUE_SIZE = 256;

/** hsa_kernel_dispatch_packet_t. */
const PACKET = {
  setup: 2,
  groupSize: 4,
  gridSize: 12,
  scratch: 24,
  lds: 28,
  kernel: 32,
  kernarg: 40,
} as const;
const KERNEL_DISPATCH = 2;
/** amd_queue_t: the high words of the addresses at which flat accesses find LDS and private memory. */
const QUEUE = { ldsAperture: 64, scratchAperture: 68 } as const;

/** Words 1 and 3 of the buffer descriptor of private memory: swizzled by 64 lanes in elements of 4 bytes. */
const SWIZZLE = 0x8000_0000;
const scratchFormat = (generation: number): number =>
  generation >= 9 ? 0x00e0_0000 : generation === 8 ? 0x00e8_0000 : 0x00e8_f000;

type FieldValue = (launch: KernelLaunch, code: LoadedCode<HsaData>) => bigint | number;

const byDimension = (prefix: string, value: (launch: KernelLaunch, d: Axis) => number): [string, FieldValue][] =>
  AXES.map((d) => [`${prefix}_${'xyz'[d]}`, (launch) => value(launch, d)]);

/** Work-groups that are whole. */
const blocks = ({ globalSize, localSize }: KernelLaunch, d: Axis): number => Math.floor(globalSize[d] / localSize[d]);

const HIDDEN: ReadonlyMap<string, FieldValue> = new Map<string, FieldValue>([
  ...byDimension('hidden_block_count', blocks),
  ...byDimension('hidden_group_size', ({ localSize }, d) => localSize[d]),
  ...byDimension('hidden_remainder', ({ globalSize, localSize }, d) => globalSize[d] % localSize[d]),
  ...byDimension('hidden_global_offset', ({ globalOffset }, d) => globalOffset[d]),
  ['hidden_grid_dims', ({ workDim }) => workDim],
  ['hidden_printf_buffer', ({ printfBuffer }) => printfBuffer],
  ['hidden_private_base', () => SCRATCH_APERTURE >> 32n],
  ['hidden_shared_base', () => LDS_APERTURE >> 32n],
  ['hidden_dynamic_lds_size', ({ dynamicLds }) => dynamicLds],
]);

/**
 * Arguments that kernels may request and get as 0, as from a host without them: queues of the device's own, calls of
 * the host, heaps.
 */
const ABSENT: ReadonlySet<string> = new Set([
  'hidden_none',
  'hidden_default_queue',
  'hidden_completion_action',
  'hidden_multigrid_sync_arg',
  'hidden_hostcall_buffer',
  'hidden_heap_v1',
  'hidden_queue_ptr',
]);

/** @throws AtollError UNSUPPORTED when a kernel needs an unknown hidden argument */
export function checkHidden(kernel: string, hidden: readonly HiddenArgument[]): void {
  const unknown = hidden.find(({ kind }) => !HIDDEN.has(kind) && !ABSENT.has(kind));
  if (unknown)
    throw new AtollError('UNSUPPORTED', `kernel ${kernel} has an argument of the unknown kind '${unknown.kind}'`);
}

/** A part of GPU memory that is being filled. A kernel without arguments may have none: its address is 0 then. */
class MemoryWriter {
  private readonly place: number | undefined;

  constructor(
    private readonly memory: GpuMemory,
    address: bigint,
  ) {
    this.place = memory.space.translate(address);
  }

  private get base(): number {
    return required(this.place, 'place of the memory');
  }

  put(offset: number, size: number, value: bigint | number): void {
    const bytes = new Uint8Array(BigUint64Array.of(BigInt.asUintN(64, BigInt(value))).buffer, 0, Math.min(size, 8));
    this.memory.u8.set(bytes, this.base + offset);
  }

  word(offset: number): number {
    return this.memory.view.getUint32(this.base + offset, true);
  }
}

function fillPacket(
  room: MemoryWriter,
  launch: KernelLaunch,
  { scratch, lds, convention: { packet } }: LoadedCode<HsaData>,
): void {
  room.put(packet, 2, KERNEL_DISPATCH);
  room.put(packet + PACKET.setup, 2, launch.workDim);
  for (const d of AXES) {
    room.put(packet + PACKET.groupSize + 2 * d, 2, launch.localSize[d]);
    room.put(packet + PACKET.gridSize + 4 * d, 4, launch.globalSize[d]);
  }
  room.put(packet + PACKET.scratch, 4, scratch);
  room.put(packet + PACKET.lds, 4, lds + launch.dynamicLds);
  room.put(packet + PACKET.kernarg, 8, launch.segment);
}

const halves = (value: bigint): [low: number, high: number] => [
  Number(value & 0xffff_ffffn),
  Number((value >> 32n) & 0xffff_ffffn),
];

/** The values of registers, each in as many words as it takes. */
function valuesOf(
  { segment, dispatchPacket, globalSize, localSize }: KernelLaunch,
  { scratch, convention: { generation, packet, queue } }: LoadedCode<HsaData>,
  memory: GpuMemory,
): Record<UserRegister, number[]> {
  const scratchAddress = halves(memory.space.addressOf(SCRATCH_BASE));
  const groups = (d: Axis): number[] => [Math.ceil(globalSize[d] / localSize[d])];
  return {
    privateSegmentBuffer: [
      scratchAddress[0],
      (scratchAddress[1] & 0xffff) + SWIZZLE,
      0xffff_ffff,
      scratchFormat(generation),
    ],
    dispatchPacket: halves(dispatchPacket?.packet ?? segment + BigInt(packet)),
    queue: halves(dispatchPacket?.queue ?? segment + BigInt(queue)),
    kernarg: halves(segment),
    dispatchId: halves(dispatchPacket?.number ?? 0n),
    // Up to gfx8: an offset and the bytes of a work-item; then an address.
    flatScratch: generation >= 9 ? scratchAddress : [SCRATCH_BASE, scratch],
    privateSegmentSize: [scratch],
    groupCountX: groups(0),
    groupCountY: groups(1),
    groupCountZ: groups(2),
  };
}

/** Fills the memory of a kernel's launch, where the program has not filled it. */
function fillSegment(launch: KernelLaunch, code: LoadedCode<HsaData>, room: MemoryWriter): void {
  const { hidden, queue } = code.convention;
  for (const { kind, offset, size } of hidden) room.put(offset, size, HIDDEN.get(kind)?.(launch, code) ?? 0);
  fillPacket(room, launch, code);
  room.put(queue + QUEUE.ldsAperture, 4, LDS_APERTURE >> 32n);
  room.put(queue + QUEUE.scratchAperture, 4, SCRATCH_APERTURE >> 32n);
}

function fill(launch: KernelLaunch, code: LoadedCode<HsaData>, memory: GpuMemory, userSgprs: Uint32Array): void {
  const { registers, preloaded, segmentBytes } = code.convention;
  const room = new MemoryWriter(memory, launch.segment);
  if (!launch.dispatchPacket) fillSegment(launch, code, room);
  const values = valuesOf(launch, code, memory);
  const words = USER_REGISTERS.flatMap(([name]) => (registers.includes(name) ? values[name] : []));
  // Addresses after the segment need not be memory.
  for (let n = 0; n < preloaded && 4 * n + 4 <= segmentBytes; n++) words.push(room.word(4 * n));
  userSgprs.set(words.slice(0, userSgprs.length));
}

export const hsaConvention: Convention<HsaData> = { name: HSA, fill };
