// Bit fields of COMPUTE_PGM_RSRC2, and what both kernel conventions share when a packet becomes a launch.

import type { LaunchDescriptor, Size3 } from '../../emulator/launch.js';
import { NAME as SOUTHERN_ISLANDS } from '../../isa/southern-islands/name.js';
import type { PacketValues } from './channel.js';
import type { LoadedKernel } from './messages.js';

/** Source: AMD's compute register reference; the same layout for LLVM's and Catalyst's kernels. */
export const RSRC2 = {
  scratchEnable: (word: number): boolean => (word & 1) !== 0,
  userSgprs: (word: number): number => (word >>> 1) & 0x1f,
  groupIdX: (word: number): boolean => ((word >>> 7) & 1) !== 0,
  groupIdY: (word: number): boolean => ((word >>> 8) & 1) !== 0,
  groupIdZ: (word: number): boolean => ((word >>> 9) & 1) !== 0,
  groupSize: (word: number): boolean => ((word >>> 10) & 1) !== 0,
  localIds: (word: number): 0 | 1 | 2 => Math.min((word >>> 11) & 3, 2) as 0 | 1 | 2,
} as const;

const size3 = (values: readonly number[]): Size3 => [values[0]!, values[1]!, values[2]!];

/** The launch of a kernel whose user SGPRs are known. */
export function describeLaunch(packet: PacketValues, kernel: LoadedKernel, userSgprs: Uint32Array): LaunchDescriptor {
  const word = kernel.rsrc2;
  return {
    kernel: kernel.name,
    // CAL images hold no other code.
    isa: SOUTHERN_ISLANDS,
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
