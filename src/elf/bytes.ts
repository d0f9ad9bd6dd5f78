// Bounded reading of little-endian binary data: every read is checked, every error names the file part and the offset.
import { AtollError } from '../util/errors.js';

/** The error of everything that reads images: names what was being read and where. */
export function badImage(part: string, offset: number, problem: string): AtollError {
  const where = Number.isSafeInteger(offset) ? ` at offset 0x${offset.toString(16)}` : '';
  return new AtollError(
    'BAD_IMAGE',
    `${part}${where}: ${problem}`,
    'The binary is truncated, damaged or of another format.',
  );
}

/** A window onto bytes that knows its name and its place in the whole file. */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** Offset of byte 0 of this window in the outermost file: errors speak of the file. */
  readonly origin: number;
  private readonly view: DataView;

  constructor(bytes: Uint8Array, name: string, origin = 0) {
    this.bytes = bytes;
    this.name = name;
    this.origin = origin;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.length;
  }

  /** Throws unless [offset, offset+size) lies inside. `what` names the thing in the error. */
  check(offset: number, size: number, what: string): void {
    const inside = Number.isSafeInteger(offset) && offset >= 0 && size >= 0 && offset + size <= this.length;
    if (!inside) throw this.error(offset, `${what} (${size} bytes) exceeds the ${this.length} available bytes`);
  }

  error(offset: number, problem: string): AtollError {
    return badImage(this.name, this.origin + offset, problem);
  }

  u8(offset: number, what = 'byte'): number {
    this.check(offset, 1, what);
    return this.view.getUint8(offset);
  }

  u16(offset: number, what = '16-bit word'): number {
    this.check(offset, 2, what);
    return this.view.getUint16(offset, true);
  }

  u32(offset: number, what = '32-bit word'): number {
    this.check(offset, 4, what);
    return this.view.getUint32(offset, true);
  }

  /** A 64-bit word that must be a safe integer (an offset, a size): anything larger is damage. */
  u64(offset: number, what = '64-bit word'): number {
    this.check(offset, 8, what);
    const value = this.view.getBigUint64(offset, true);
    if (value > BigInt(Number.MAX_SAFE_INTEGER))
      throw this.error(offset, `${what} is out of range (0x${value.toString(16)})`);
    return Number(value);
  }

  /** The bytes of [offset, offset+size), as a view, not a copy. */
  slice(offset: number, size: number, what: string): Uint8Array {
    this.check(offset, size, what);
    return this.bytes.subarray(offset, offset + size);
  }

  /** A reader of a part, under its own name, that still reports offsets of the whole file. */
  part(offset: number, size: number, name: string): ByteReader {
    return new ByteReader(this.slice(offset, size, name), name, this.origin + offset);
  }

  /** A NUL-terminated Latin-1 string. */
  cString(offset: number, what: string): string {
    this.check(offset, 1, what);
    const end = this.bytes.indexOf(0, offset);
    if (end < 0) throw this.error(offset, `${what} is not terminated`);
    return latin1(this.bytes.subarray(offset, end));
  }
}

/** Bytes to text, one character per byte. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** Text to bytes, one byte per character; characters above 255 do not occur in the formats that use it. */
export function fromLatin1(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

/** The bytes of a list of little-endian 32-bit words. */
export function words(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => {
    view.setUint32(index * 4, value, true);
  });
  return bytes;
}

/** All parts, one after another. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}
