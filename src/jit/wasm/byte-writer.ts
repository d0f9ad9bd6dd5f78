// A growing buffer of bytes with the integer encodings of WebAssembly.

export class ByteWriter {
  private buffer: Uint8Array;
  length = 0;

  /** @param expected bytes */
  constructor(expected = 256) {
    this.buffer = new Uint8Array(expected);
  }

  private reserve(count: number): void {
    if (this.length + count <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(this.buffer.length * 2, this.length + count));
    larger.set(this.buffer.subarray(0, this.length));
    this.buffer = larger;
  }

  byte(value: number): void {
    if (this.length === this.buffer.length) this.reserve(1);
    this.buffer[this.length++] = value;
  }

  bytes(values: ArrayLike<number>): void {
    this.reserve(values.length);
    this.buffer.set(values, this.length);
    this.length += values.length;
  }

  append(other: ByteWriter): void {
    this.bytes(other.view());
  }

  /** Writes again what stands at a place. */
  repeat(from: number, end: number): void {
    this.reserve(end - from);
    this.buffer.copyWithin(this.length, from, end);
    this.length += end - from;
  }

  /** An opcode and, in unsigned LEB128 of three bytes, needed or not, the number of a local. */
  local(opcode: number, local: number): void {
    if (this.length + 4 > this.buffer.length) this.reserve(4);
    const { buffer, length } = this;
    buffer[length] = opcode;
    buffer[length + 1] = (local & 0x7f) | 0x80;
    buffer[length + 2] = ((local >>> 7) & 0x7f) | 0x80;
    buffer[length + 3] = local >>> 14;
    this.length = length + 4;
  }

  /** Unsigned LEB128 of up to 32 bits. */
  unsigned(value: number): void {
    let rest = value >>> 0;
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** Signed LEB128 of 32 bits. */
  signed(value: number): void {
    let rest = value | 0;
    while (rest < -64 || rest > 63) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>= 7;
    }
    this.byte(rest & 0x7f);
  }

  /** Signed LEB128 of 64 bits. */
  signed64(value: bigint): void {
    let rest = BigInt.asIntN(64, value);
    while (rest < -64n || rest > 63n) {
      this.byte(Number(rest & 0x7fn) | 0x80);
      rest >>= 7n;
    }
    this.byte(Number(rest & 0x7fn));
  }

  text(value: string): void {
    const bytes = new TextEncoder().encode(value);
    this.unsigned(bytes.length);
    this.bytes(bytes);
  }

  /** The bytes so far; valid until the next write. */
  view(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }
}
