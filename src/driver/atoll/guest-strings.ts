// Copies what a request points to out of a guest, and texts into it. How much comes out is added up first: nothing is
// copied when it is too much.

import type { IoctlCall } from '../../host/device.js';
import { RequestError } from '../core/errno.js';

/** Source, options and headers of a build together; a program binary. More is refused with E2BIG. */
const TEXT_LIMIT = 64 << 20;

/** A place in a guest's memory, by what it holds. */
export interface GuestText {
  readonly address: bigint;
  readonly length: bigint;
  readonly what: string;
}

export class GuestTexts {
  private sum = 0n;

  constructor(private readonly call: IoctlCall) {}

  /** Bytes of all that was counted. */
  get total(): number {
    return Number(this.sum);
  }

  /** @throws RequestError E2BIG when this is too much, with what was counted before */
  count(address: bigint, length: bigint, what: string): GuestText {
    this.sum += length;
    if (this.sum <= BigInt(TEXT_LIMIT)) return { address, length, what };
    throw new RequestError('E2BIG', `with ${what} there are ${this.sum} bytes, the limit is ${TEXT_LIMIT}`);
  }

  /** @throws RequestError EFAULT */
  read({ address, length, what }: GuestText): Uint8Array {
    if (length === 0n) return new Uint8Array(0);
    const bytes = this.call.memory.read(address, Number(length));
    if (!bytes) throw new RequestError('EFAULT', `${what} at 0x${address.toString(16)} is not readable`);
    return bytes;
  }
}

/** One text alone. @throws RequestError E2BIG, EFAULT */
export function readGuest(call: IoctlCall, address: bigint, length: bigint, what: string): Uint8Array {
  const texts = new GuestTexts(call);
  return texts.read(texts.count(address, length, what));
}

/** As much as there is room for. @returns how many bytes that is. @throws RequestError EFAULT */
export function writeGuest(call: IoctlCall, address: bigint, room: bigint, text: Uint8Array): number {
  const count = room < BigInt(text.length) ? Number(room) : text.length;
  if (count > 0 && !call.memory.write(address, text.subarray(0, count))) {
    throw new RequestError('EFAULT', `0x${address.toString(16)} is not writable`);
  }
  return count;
}
