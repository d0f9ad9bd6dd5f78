// From a packet of the ring to a launch: checks what the guest wrote, fills the header of the kernarg segment.

import type { Packet } from '../../abi/schema.js';
import { IMPLICIT_ARGS, KERNARG_HEADER } from '../../cal/convention.js';
import type { LaunchDescriptor, Size3 } from '../../emulator/launch.js';
import { type GpuMemory, PERMISSION } from '../../emulator/memory.js';
import { AtollError } from '../../util/errors.js';
import { FAMILY } from '../personalities.js';
import type { LoadedKernel } from './messages.js';

export type PacketValues = ReturnType<(typeof Packet)['read']>;

/** Bit fields of COMPUTE_PGM_RSRC2. Source: AMD Southern Islands 3D/compute register reference. */
const RSRC2 = {
  scratchEnable: (word: number) => (word & 1) !== 0,
  userSgprs: (word: number) => (word >>> 1) & 0x1f,
  groupIdX: (word: number) => ((word >>> 7) & 1) !== 0,
  groupIdY: (word: number) => ((word >>> 8) & 1) !== 0,
  groupIdZ: (word: number) => ((word >>> 9) & 1) !== 0,
  groupSize: (word: number) => ((word >>> 10) & 1) !== 0,
  localIds: (word: number) => Math.min((word >>> 11) & 3, 2) as 0 | 1 | 2,
} as const;

const size3 = (values: readonly number[]): Size3 => [values[0]!, values[1]!, values[2]!];

function checkPacket(packet: PacketValues, kernel: LoadedKernel, memory: GpuMemory): void {
  const refuse = (text: string): never => {
    throw new AtollError('BAD_INPUT', `kernel ${kernel.name}: ${text}`);
  };
  if (packet.local_size.some((size) => size === 0) || packet.global_size.some((size) => size === 0))
    refuse('a work size is 0');
  const items = packet.local_size[0]! * packet.local_size[1]! * packet.local_size[2]!;
  const limit = kernel.reqdWorkGroupSize ? items : FAMILY.maxWorkGroupSize;
  if (items > limit) refuse(`${items} work-items in a work-group, the limit is ${limit}`);
  if (kernel.reqdWorkGroupSize?.some((size, d) => size !== packet.local_size[d])) {
    refuse(`local size (${packet.local_size}) differs from reqd_work_group_size (${kernel.reqdWorkGroupSize})`);
  }
  if (kernel.ldsBytes + packet.dynamic_lds > FAMILY.ldsSize) {
    refuse(`${kernel.ldsBytes + packet.dynamic_lds} bytes of LDS, the limit is ${FAMILY.ldsSize}`);
  }
  const kernarg = Number(packet.kernarg);
  if (
    packet.kernarg >> 32n !== 0n ||
    kernarg % 4 !== 0 ||
    !memory.allows(kernarg, kernel.kernargSize, PERMISSION.readWrite)
  ) {
    refuse(`kernarg segment at 0x${packet.kernarg.toString(16)} is not in allocated memory`);
  }
}

function fillKernarg(packet: PacketValues, kernel: LoadedKernel, memory: GpuMemory): void {
  const base = Number(packet.kernarg);
  const put = (offset: number, value: number): void => memory.view.setUint32(base + offset, value, true);
  for (let d = 0; d < 3; d++) {
    put(KERNARG_HEADER.numGroups + 4 * d, packet.global_size[d]! / packet.local_size[d]!);
    put(KERNARG_HEADER.globalSize + 4 * d, packet.global_size[d]!);
    put(KERNARG_HEADER.localSize + 4 * d, packet.local_size[d]!);
    put(kernel.implicitArgOffset + IMPLICIT_ARGS.globalOffset + 4 * d, packet.global_offset[d]!);
  }
  put(kernel.implicitArgOffset + IMPLICIT_ARGS.workDim, packet.work_dim);
  put(kernel.implicitArgOffset + IMPLICIT_ARGS.printfBuffer, Number(packet.printf_buffer & 0xffff_ffffn));
  put(kernel.implicitArgOffset + IMPLICIT_ARGS.printfBuffer + 4, Number(packet.printf_buffer >> 32n));
}

/**
 * Prepares a launch of a kernel in LLVM's convention (src/cal/convention.ts).
 *
 * @throws AtollError BAD_INPUT when the packet asks for what the device does not do
 */
export function prepareLaunch(packet: PacketValues, kernel: LoadedKernel, memory: GpuMemory): LaunchDescriptor {
  checkPacket(packet, kernel, memory);
  fillKernarg(packet, kernel, memory);
  const word = kernel.rsrc2;
  const userSgprs = new Uint32Array(RSRC2.userSgprs(word));
  if (userSgprs.length >= 2) userSgprs.set([Number(packet.kernarg & 0xffff_ffffn), Number(packet.kernarg >> 32n)]);
  return {
    kernel: kernel.name,
    codeAddress: kernel.codeAddress,
    codeBytes: kernel.textSize,
    entry: kernel.codeAddress + kernel.entryOffset,
    userSgprs,
    vgprs: kernel.vgprs,
    sgprs: kernel.sgprs,
    ldsBytes: kernel.ldsBytes + packet.dynamic_lds,
    scratchBytesPerLane: kernel.scratchBytesPerLane,
    floatMode: kernel.floatMode,
    ieee: kernel.ieeeMode,
    dx10Clamp: true,
    groupIdX: RSRC2.groupIdX(word),
    groupIdY: RSRC2.groupIdY(word),
    groupIdZ: RSRC2.groupIdZ(word),
    groupSize: RSRC2.groupSize(word),
    scratchOffset: RSRC2.scratchEnable(word),
    localIds: RSRC2.localIds(word),
    globalSize: size3(packet.global_size),
    localSize: size3(packet.local_size),
  };
}
