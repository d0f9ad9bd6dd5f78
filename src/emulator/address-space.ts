// Range of GPU memory among 64-bit addresses. Engines address their memory by 32-bit offsets; kernels compute
// addresses.

import { ADDRESS_SPACE_SIZE } from '../abi/memory-map.js';

const HIGH = 32n;
const LOW_BITS = 0xffff_ffffn;

/**
 * A window of addresses, all of a guest's GPU memory. It begins at a multiple of 4 GiB and is 4 GiB long: so the low
 * word of an address is the offset in memory, and whether an address lies in the window is a comparison of its high
 * word, in all engines the same.
 */
export class AddressSpace {
  readonly size = ADDRESS_SPACE_SIZE;
  /** The high word of all addresses in the window, as a signed 32-bit number. */
  readonly highWord: number;

  /** @param base a multiple of 4 GiB */
  constructor(readonly base: bigint) {
    if (base < 0n || base >> 64n !== 0n || (base & LOW_BITS) !== 0n)
      throw new RangeError(`an address space at 0x${base.toString(16)} does not begin at a multiple of 4 GiB`);
    this.highWord = Number(BigInt.asIntN(32, base >> HIGH));
  }

  /** The offset in memory of `length` bytes from an address on; undefined when they are not all in the window. */
  translate(address: bigint, length = 1): number | undefined {
    const offset = address - this.base;
    return offset >= 0n && offset + BigInt(length) <= BigInt(this.size) ? Number(offset) : undefined;
  }

  /** The address of an offset in memory. */
  addressOf(offset: number): bigint {
    return this.base + BigInt(offset);
  }
}

/** Address space in which an address is an offset: the devices of today. */
export const LOWEST = new AddressSpace(0n);
