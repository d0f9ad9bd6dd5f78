// A growing buffer of bytes with the integer encodings of WebAssembly.

/** Bytes of the number of a local: a fixed width, so that locals can be renumbered. */
const LOCAL_BYTES = 3;

/** A piece of code that another version of the code does not have. */
interface Detour {
  readonly begin: number;
  readonly end: number;
  /** Labels that are open there. */
  readonly depth: number;
}

export class ByteWriter {
  /** Where the code names local variables, in its order; and which: twice the number, plus 1 where it is written. */
  private readonly places: number[] = [];
  private readonly named: number[] = [];
  private buffer = new Uint8Array(1024);
  private readonly detours: Detour[] = [];
  length = 0;
  /** Labels that are open at the end. */
  depth = 0;

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
    const { places, named, length } = this;
    for (let index = 0; index < other.places.length; index++) {
      places.push(other.places[index]! + length);
      named.push(other.named[index]!);
    }
    this.bytes(other.view());
  }

  /** Marks what `emit` writes as a detour. */
  detour(emit: () => void): void {
    const { length: begin, depth } = this;
    emit();
    this.detours.push({ begin, end: this.length, depth });
  }
  get hasDetours(): boolean {
    return this.detours.length > 0;
  }

  /** A copy with something else in place of the detours. @param leave writes it, at a number of open labels */
  withoutDetours(leave: (out: ByteWriter, depth: number) => void): ByteWriter {
    const copy = new ByteWriter();
    let from = 0;
    let next = 0;
    const copyTo = (end: number): void => {
      const shift = copy.length - from;
      copy.bytes(this.buffer.subarray(from, end));
      for (; next < this.places.length && this.places[next]! < end; next++) {
        if (this.places[next]! < from) continue;
        copy.places.push(this.places[next]! + shift);
        copy.named.push(this.named[next]!);
      }
    };
    for (const { begin, end, depth } of this.detours) {
      copyTo(begin);
      leave(copy, depth);
      from = end;
    }
    copyTo(this.length);
    return copy;
  }

  /** The number of a local variable. */
  local(local: number, writes: boolean): void {
    this.places.push(this.length);
    this.named.push(2 * local + Number(writes));
    this.reserve(LOCAL_BYTES);
    this.length += LOCAL_BYTES;
    this.writeLocal(this.length - LOCAL_BYTES, local);
  }

  /** Unsigned LEB128 with all its bytes, needed or not. */
  private writeLocal(at: number, local: number): void {
    this.buffer[at] = (local & 0x7f) | 0x80;
    this.buffer[at + 1] = ((local >>> 7) & 0x7f) | 0x80;
    this.buffer[at + 2] = local >>> 14;
  }

  /** Calls back for every mention of a local. */
  eachLocal(visit: (local: number, writes: boolean) => void): void {
    for (const name of this.named) visit(name >>> 1, (name & 1) === 1);
  }

  /** Gives every local a new number. */
  renumber(numbers: ArrayLike<number>): void {
    const { places, named } = this;
    for (let index = 0; index < places.length; index++) {
      const number = numbers[named[index]! >>> 1]!;
      named[index] = 2 * number + (named[index]! & 1);
      this.writeLocal(places[index]!, number);
    }
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
