// Launch request of a kernel, and the answer of a calling convention, which owns the layout of the segment and the user
// registers.

import type { LaunchDescriptor, Size3 } from '../emulator/launch.js';
import type { GpuMemory } from '../emulator/memory.js';
import type { ConventionData, LoadedCode } from './code.js';

/** One launch of a kernel, independent of the device's interface. */
export interface KernelLaunch {
  /** 1 to 3; sizes of the dimensions behind are 1. */
  readonly workDim: number;
  readonly globalSize: Size3;
  readonly localSize: Size3;
  readonly globalOffset: Size3;
  /** Bytes of LDS beside those that the kernel declares itself. */
  readonly dynamicLds: number;
  /** GPU address of the segment, in which the host has put the arguments. */
  readonly segment: bigint;
  /** GPU address of what the kernel prints into; 0 where it does not print. */
  readonly printfBuffer: bigint;
  /**
   * Packet of a program that has itself written all data of the launch: the arguments are complete, and nothing is
   * written.
   */
  readonly dispatchPacket?: DispatchPacket;
}

/** GPU addresses of a dispatch packet and of its queue, the packet's number in it, and whose it is. */
export interface DispatchPacket {
  readonly packet: bigint;
  readonly queue: bigint;
  readonly number: bigint;
  /** Simulated GPU that executes it. */
  readonly gpu: number;
}

/**
 * Calling convention of one maker's kernels: arguments, sizes and resources. A value: the thread that launches gets
 * those of the loaded loaders.
 */
export interface Convention<Data extends ConventionData = ConventionData> {
  readonly name: Data['name'];
  /**
   * Writes what belongs around the arguments into the segment, which has been checked to be `segmentBytes` of
   * accessible memory, and the kernel's user registers.
   *
   * @throws AtollError UNSUPPORTED, BAD_INPUT, BAD_IMAGE naming the kernel
   */
  fill(launch: KernelLaunch, code: LoadedCode<Data>, memory: GpuMemory, userSgprs: Uint32Array): void;
}

/** The conventions by name. */
export type Conventions = ReadonlyMap<string, Convention>;

/** Each gets only kernels that carry its own name, and so its own data. */
export const conventions = (...all: readonly Convention[]): Conventions =>
  new Map(all.map((convention) => [convention.name, convention]));

/** The launch as the dispatcher wants it. */
export function describeLaunch(launch: KernelLaunch, code: LoadedCode, userSgprs: Uint32Array): LaunchDescriptor {
  return {
    ...code.registers,
    kernel: code.name,
    isa: code.isa,
    codeAddress: code.code.address,
    codeBytes: code.code.size,
    entry: code.entry,
    userSgprs,
    ldsBytes: code.lds + launch.dynamicLds,
    scratchBytesPerLane: code.scratch,
    globalSize: launch.globalSize,
    localSize: launch.localSize,
    ...(launch.dispatchPacket ? { gpu: launch.dispatchPacket.gpu } : {}),
  };
}
