// Small launches for tests: one guest memory, code at a fixed address, a descriptor with usual values.

import { MAX_SPACE_SIZE, VRAM_BASE } from '../../src/abi/memory-map.js';
import { AddressSpace, LOWEST } from '../../src/emulator/address-space.js';
import type { LaunchDescriptor } from '../../src/emulator/launch.js';
import { GpuMemory, PERMISSION } from '../../src/emulator/memory.js';
import { plainLaunch } from '../../src/emulator/plain-launch.js';

export const CODE = VRAM_BASE;
export const DATA = VRAM_BASE + 0x10_0000;
export const DATA_BYTES = 0x10_0000;

/** Location of the data of a test. */
export interface DataPlace {
  readonly space: AddressSpace;
  /** Offset in GPU memory. */
  readonly data: number;
}
const USUAL: DataPlace = { space: LOWEST, data: DATA };
/** In a large space, so that data lies on both sides of a multiple of 4 GiB. */
export const LARGE: DataPlace = { space: new AddressSpace(0n, MAX_SPACE_SIZE), data: 2 ** 32 - 0x400 };

/** A memory with readable code pages and a writable range of data. */
export function createMemory({ space, data } = USUAL): GpuMemory {
  const memory = GpuMemory.create(space);
  memory.setPages(CODE, 0x1_0000, PERMISSION.read);
  memory.setPages(data, DATA_BYTES, PERMISSION.readWrite);
  return memory;
}

/** Puts code into memory and describes its launch. */
export function launchOf(memory: GpuMemory, code: Uint32Array, more: Partial<LaunchDescriptor> = {}): LaunchDescriptor {
  memory.u32.set(code, CODE / 4);
  return plainLaunch({ kernel: 'test', codeAddress: CODE, codeBytes: code.byteLength, ...more });
}
