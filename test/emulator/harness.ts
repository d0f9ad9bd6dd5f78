// Small launches for tests: one guest memory, code at a fixed address, a descriptor with usual values.

import { VRAM_BASE } from '../../src/abi/memory-map.js';
import type { LaunchDescriptor } from '../../src/emulator/launch.js';
import { GpuMemory, PERMISSION } from '../../src/emulator/memory.js';
import { plainLaunch } from '../../src/emulator/plain-launch.js';

export const CODE = VRAM_BASE;
export const DATA = VRAM_BASE + 0x10_0000;
export const DATA_BYTES = 0x10_0000;

/** A memory with readable code pages and a writable range of data. */
export function createMemory(): GpuMemory {
  const memory = GpuMemory.create();
  memory.setPages(CODE, 0x1_0000, PERMISSION.read);
  memory.setPages(DATA, DATA_BYTES, PERMISSION.readWrite);
  return memory;
}

/** Puts code into memory and describes its launch. */
export function launchOf(memory: GpuMemory, code: Uint32Array, more: Partial<LaunchDescriptor> = {}): LaunchDescriptor {
  memory.u32.set(code, CODE / 4);
  return plainLaunch({ kernel: 'test', codeAddress: CODE, codeBytes: code.byteLength, ...more });
}
