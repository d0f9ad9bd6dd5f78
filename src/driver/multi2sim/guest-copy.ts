// Copies between a guest's memory and device memory, in pieces.

import type { GpuMemory } from '../../emulator/memory.js';
import type { GuestMemory } from '../../host/device.js';
import { RequestError } from '../core/errno.js';

const COPY_CHUNK = 16 << 20;

/** @throws RequestError EFAULT */
export function readGuest(memory: GuestMemory, address: number, size: number): Uint8Array {
  const bytes = memory.read(BigInt(address), size);
  if (!bytes) throw new RequestError('EFAULT', `${size} bytes at 0x${address.toString(16)} are not readable`);
  return bytes;
}

/** @throws RequestError EFAULT */
export function writeGuest(memory: GuestMemory, address: number, values: Uint32Array | Uint8Array): void {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  if (!memory.write(BigInt(address), bytes))
    throw new RequestError('EFAULT', `0x${address.toString(16)} is not writable`);
}

/** @throws RequestError EFAULT */
export function copyIn(gpu: GpuMemory, memory: GuestMemory, device: number, host: number, size: number): void {
  for (let done = 0; done < size; done += COPY_CHUNK) {
    const length = Math.min(COPY_CHUNK, size - done);
    gpu.u8.set(readGuest(memory, host + done, length), device + done);
  }
}

/** @throws RequestError EFAULT */
export function copyOut(gpu: GpuMemory, memory: GuestMemory, host: number, device: number, size: number): void {
  for (let done = 0; done < size; done += COPY_CHUNK) {
    const length = Math.min(COPY_CHUNK, size - done);
    // The kernel call behind this takes no shared memory: one copy more.
    writeGuest(memory, host + done, gpu.u8.slice(device + done, device + done + length));
  }
}
