// A reading position in a DWARF section: fixed-size and LEB128 numbers, strings, all checked.
import type { ByteReader } from '../elf/bytes.js';

const MAX_ENTRIES = 1_000_000;
const MAX_LEB_BYTES = 10;

export class DwarfCursor {
  private readonly reader: ByteReader;
  position = 0;

  constructor(reader: ByteReader) {
    this.reader = reader;
  }

  error(problem: string): Error {
    return this.reader.error(this.position, problem);
  }

  checkCount(count: number): void {
    if (count > MAX_ENTRIES) throw this.error(`${count} entries are too many`);
  }

  /** Moves on by `size` bytes, which must be there. */
  skip(size: number): number {
    this.reader.check(this.position, size, 'skipped bytes');
    this.position += size;
    return 0;
  }

  /** The next `size` bytes. */
  bytes(size: number): Uint8Array {
    const bytes = this.reader.slice(this.position, size, 'a block');
    this.position += size;
    return bytes;
  }

  u8(): number {
    return this.reader.u8(this.position++);
  }

  u16(): number {
    const value = this.reader.u16(this.position);
    this.position += 2;
    return value;
  }

  u32(): number {
    const value = this.reader.u32(this.position);
    this.position += 4;
    return value;
  }

  /** The 7-bit groups of a LEB128 number, and the sign bit of the last one. */
  private leb(): { value: number; factor: number; negative: boolean } {
    let value = 0;
    let factor = 1;
    for (let count = 0; count < MAX_LEB_BYTES; count++) {
      const byte = this.u8();
      value += (byte & 0x7f) * factor;
      factor *= 128;
      if (byte < 0x80) return { value, factor, negative: (byte & 0x40) !== 0 };
    }
    throw this.error('a LEB128 number does not end');
  }

  uleb(): number {
    return this.leb().value;
  }

  sleb(): number {
    const { value, factor, negative } = this.leb();
    return negative ? value - factor : value;
  }

  string(): string {
    const text = this.reader.cString(this.position, 'name');
    this.position += text.length + 1;
    return text;
  }
}
