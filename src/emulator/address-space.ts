// Range of GPU memory among 64-bit addresses. Engines address their memory by offsets: of 32 bits in a space of 4 GiB,
// of 64 bits in a larger one. Kernels compute addresses.

import { ADDRESS_SPACE_SIZE, MAX_SPACE_SIZE } from '../abi/memory-map.js';

const WORD = 32n;
const WORD_SIZE = 2 ** 32;

/** The last multiple of 4 GiB before the code of a kernel: what its program counters in memory leave out. */
export const codeBlock = (offset: number): number => Math.floor(offset / WORD_SIZE) * WORD_SIZE;

/**
 * A window of addresses, all of a guest's GPU memory. Its size is a power of two, of at least 4 GiB, and it begins at a
 * multiple of its size: so whether an address lies in the window is a comparison of its high word, in all engines the
 * same. In a window of 4 GiB the low word of an address is the offset in memory.
 *
 * The code of a kernel lies between two multiples of 4 GiB: program counters in memory have 32 bits, see
 * {@link codeBlock}.
 */
export class AddressSpace {
  /** The high word of the first address, as a signed 32-bit number. */
  readonly highWord: number;
  /** Bits of the high word that are part of an offset. */
  readonly highMask: number;
  /** Offsets take 64 bits. */
  readonly isLarge: boolean;

  /** @param base a multiple of the size in bytes */
  constructor(
    readonly base: bigint,
    readonly size = ADDRESS_SPACE_SIZE,
  ) {
    const whole = size / WORD_SIZE;
    if (size > MAX_SPACE_SIZE || !Number.isInteger(Math.log2(whole)) || whole < 1)
      throw new RangeError(`an address space of ${size} bytes: sizes are 4, 8 and 16 GiB`);
    if (base < 0n || base >> 64n !== 0n || base % BigInt(size) !== 0n)
      throw new RangeError(
        `an address space at 0x${base.toString(16)} does not begin at a multiple of ${4 * whole} GiB`,
      );
    this.highWord = Number(BigInt.asIntN(32, base >> WORD));
    this.highMask = whole - 1;
    this.isLarge = whole > 1;
  }

  /** The offset in memory of `length` bytes from an address on; undefined when they are not all in the window. */
  translate(address: bigint, length = 1): number | undefined {
    const offset = address - this.base;
    return offset >= 0n && offset + BigInt(length) <= BigInt(this.size) ? Number(offset) : undefined;
  }

  /** The offset of an address of two words; infinite outside of the window. */
  offsetOf(low: number, high: number): number {
    if (((high ^ this.highWord) & ~this.highMask) !== 0) return Number.POSITIVE_INFINITY;
    return (high & this.highMask) * WORD_SIZE + (low >>> 0);
  }

  /** The address of an offset in memory. */
  addressOf(offset: number): bigint {
    return this.base + BigInt(offset);
  }
}

/** Address space in which an address is an offset: the devices of today. */
export const LOWEST = new AddressSpace(0n);
