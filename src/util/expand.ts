// Expands what a file holds packed (zstd): never more than is allowed, and in memory of the size that the frame
// declares. A frame of a few kilobytes may hold gigabytes, and an expansion that ends for want of memory ends this
// process.

import { zstdDecompressSync } from 'node:zlib';

const MAGIC = 0xfd2fb528;
/**
 * Bytes of magic and descriptor; of the window descriptor; of the dictionary's number and of the size, by their flags.
 */
const [START, WINDOW] = [5, 1];
const DICTIONARY = [0, 1, 2, 4] as const;
const SIZE = [0, 2, 4, 8] as const;
/** Sizes of two bytes begin with the first that one byte does not hold. */
const SHORT_BASE = 256;

/** The size of its contents that a frame declares (RFC 8878, 3.1.1.1); undefined for none. */
export function declaredSize(frame: Uint8Array): number | undefined {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.length < START || view.getUint32(0, true) !== MAGIC) return undefined;
  const flags = view.getUint8(START - 1);
  const isSingle = (flags & 0x20) !== 0;
  const at = START + (isSingle ? 0 : WINDOW) + DICTIONARY[(flags & 3) as 0 | 1 | 2 | 3];
  const bytes = flags >>> 6 === 0 && isSingle ? 1 : SIZE[(flags >>> 6) as 0 | 1 | 2 | 3];
  if (bytes === 0 || at + bytes > frame.length) return undefined;
  if (bytes === 1) return view.getUint8(at);
  if (bytes === 2) return view.getUint16(at, true) + SHORT_BASE;
  return bytes === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}

/** @throws Error that names both sizes, or what is wrong with the frame */
export function expand(frame: Uint8Array, limitBytes: number): Buffer {
  const declared = declaredSize(frame);
  if (declared !== undefined && declared > limitBytes)
    throw new Error(`${declared} bytes unpacked, the limit is ${limitBytes}`);
  const length = declared ?? limitBytes;
  const free = process.availableMemory();
  if (declared !== undefined && declared > free)
    throw new Error(`${declared} bytes unpacked, and ${free} bytes of memory are free`);
  try {
    // One piece of memory and one byte more, so that the pieces need not be joined.
    const room = declared === undefined ? {} : { chunkSize: Math.max(declared + 1, 64) };
    const bytes = zstdDecompressSync(frame, { maxOutputLength: Math.max(length, 1), ...room });
    if (declared === undefined || declared === bytes.length) return bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    throw new Error(`more than ${length} bytes unpacked`);
  }
  throw new Error(`not the ${declared} bytes that its frame declares`);
}
