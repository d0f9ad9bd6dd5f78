// The pattern of memory that was poisoned when it was allocated: a read of it is a read of unwritten memory. So writes
// are detected that are not reported, such as those of a host that has mapped the memory of a device.

import type { GpuMemory } from '../emulator/memory.js';

/**
 * Again and again, each at a multiple of 8: values that programs have no reason to store. As integers they are less
 * than zero, as floats and doubles all but zero: what a program does with them ends, mostly.
 */
export const MARK = [0x9e57_b1a3, 0xa96d_38c5] as const;
/** Bytes of it. */
export const MARK_BYTES = 8;

/** @param address and size: multiples of MARK_BYTES */
export function markMemory({ u32, u8 }: GpuMemory, address: number, size: number): void {
  u32.set(MARK, address / 4);
  // Each time twice as much.
  for (let done = MARK_BYTES; done < size; done *= 2)
    u8.copyWithin(address + done, address, address + Math.min(done, size - done));
}
