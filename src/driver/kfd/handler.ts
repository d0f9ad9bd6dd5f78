// Type of a handler of one request of /dev/kfd.

import type { IoctlCall } from '../../host/device.js';
import { RequestError } from '../core/errno.js';
import type { KfdProcess } from './process.js';
import type { Args, RequestName } from './schema.js';

type Answer<N extends RequestName> = Partial<Args<N>>;

/** Gives the fields that it changes. @throws RequestError for what a guest got wrong: every field is checked */
export type KfdHandler<N extends RequestName> = (
  process: KfdProcess,
  args: Args<N>,
  call: IoctlCall,
) => Answer<N> | Promise<Answer<N>>;

export const hex = (value: number | bigint): string => `0x${value.toString(16)}`;

/** @throws RequestError EFAULT */
export function readGuest({ memory }: IoctlCall, address: bigint, size: number): DataView {
  const bytes = size === 0 ? new Uint8Array(0) : memory.read(address, size);
  if (!bytes) throw new RequestError('EFAULT', `${size} bytes at ${hex(address)} are not readable`);
  const copy = bytes.slice();
  return new DataView(copy.buffer, copy.byteOffset, size);
}

/** @throws RequestError EFAULT */
export function writeGuest({ memory }: IoctlCall, address: bigint, { buffer, byteOffset, byteLength }: DataView): void {
  if (byteLength > 0 && !memory.write(address, new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)))
    throw new RequestError('EFAULT', `${byteLength} bytes at ${hex(address)} are not writable`);
}
