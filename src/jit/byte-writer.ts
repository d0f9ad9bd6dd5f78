// A growing buffer of bytes with the integer encodings of WebAssembly.

/** Where code names a local variable: LOCAL_BYTES bytes that can be written anew. */
export interface LocalReference {
  readonly at: number;
  readonly local: number;
  readonly writes: boolean;
}

/** Bytes of the number of a local: a fixed width, so that locals can be renumbered. */
const LOCAL_BYTES = 3;

export class ByteWriter {
  /** In the order of the code. */
  readonly references: LocalReference[] = [];
  private buffer = new Uint8Array(1024);
  length = 0;

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
    for (const { at, local, writes } of other.references) this.references.push({ at: at + this.length, local, writes });
    this.bytes(other.view());
  }

  /** The number of a local variable. */
  local(local: number, writes: boolean): void {
    this.references.push({ at: this.length, local, writes });
    for (let byte = 0; byte < LOCAL_BYTES; byte++) this.byte(localByte(local, byte));
  }

  /** Gives every local a new number. */
  renumber(map: ReadonlyMap<number, number>): void {
    this.references.forEach(({ at, local, writes }, index) => {
      const number = map.get(local)!;
      for (let byte = 0; byte < LOCAL_BYTES; byte++) this.buffer[at + byte] = localByte(number, byte);
      this.references[index] = { at, local: number, writes };
    });
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

/** Unsigned LEB128 with all its bytes, needed or not. */
const localByte = (local: number, byte: number): number =>
  ((local >>> (7 * byte)) & 0x7f) | (byte === LOCAL_BYTES - 1 ? 0 : 0x80);
