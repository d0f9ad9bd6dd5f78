// Builds the body of one WebAssembly function, instruction by instruction, into a writer that may be exchanged: code that
// runs once before a loop is emitted while the loop's body is.

import { ByteWriter } from './byte-writer.js';
import { ATOMIC, LANE, LANE_MEMORY, MEMORY, OP, SIMD, TYPE, VECTOR_LOAD, VOID, type WasmType } from './opcodes.js';

const SIMD_PREFIX = 0xfd;
const MAX_LOCALS = 40_000;

/** Number of a local variable. */
export type Local = number;

export interface Signature {
  readonly params: readonly WasmType[];
  readonly results: readonly WasmType[];
}

export class FunctionBuilder {
  /** Where instructions go. */
  out = new ByteWriter();
  private readonly types: WasmType[];
  private readonly free: Record<WasmType, Local[]> = { i32: [], i64: [], f64: [], v128: [] };
  private temporary: Local[] | undefined;

  constructor(readonly signature: Signature) {
    this.types = [...signature.params];
  }

  /** A new local; inside `scratch` it is given back at the end. */
  local(type: WasmType): Local {
    const reused = this.temporary ? this.free[type].pop() : undefined;
    const local = reused ?? this.types.push(type) - 1;
    if (this.types.length > MAX_LOCALS) throw new RangeError('too many local variables in one function');
    this.temporary?.push(local);
    return local;
  }

  /** A new local that lives as long as the function, even when it is taken inside `scratch`. */
  persistent(type: WasmType): Local {
    const outer = this.temporary;
    this.temporary = undefined;
    const local = this.local(type);
    this.temporary = outer;
    return local;
  }

  /** Locals taken from here on are given back by the function that is returned. */
  beginScratch(): () => void {
    const outer = this.temporary;
    const taken: Local[] = [];
    this.temporary = taken;
    return () => {
      for (const local of taken) this.free[this.types[local]!].push(local);
      if (this.temporary === taken) this.temporary = outer;
    };
  }

  /** Runs `emit`; locals that it takes may be reused afterwards. */
  scratch(emit: () => void): void {
    const end = this.beginScratch();
    emit();
    end();
  }

  /** Emits into another writer. */
  into(writer: ByteWriter, emit: () => void): void {
    const before = this.out;
    this.out = writer;
    emit();
    this.out = before;
  }

  op(name: keyof typeof OP): this {
    this.out.byte(OP[name]);
    return this;
  }
  simd(name: keyof typeof SIMD): this {
    this.out.byte(SIMD_PREFIX);
    this.out.unsigned(SIMD[name]);
    return this;
  }
  lane(name: keyof typeof LANE, lane: number): this {
    this.out.byte(SIMD_PREFIX);
    this.out.unsigned(LANE[name]);
    this.out.byte(lane);
    return this;
  }
  get(local: Local): this {
    this.out.byte(0x20);
    this.out.local(local, false);
    return this;
  }
  set(local: Local): this {
    this.out.byte(0x21);
    this.out.local(local, true);
    return this;
  }
  tee(local: Local): this {
    this.out.byte(0x22);
    this.out.local(local, true);
    return this;
  }
  i32(value: number): this {
    this.out.byte(0x41);
    this.out.signed(value);
    return this;
  }
  i64(value: bigint): this {
    this.out.byte(0x42);
    this.out.signed64(value);
    return this;
  }
  /** A vector constant of four words. */
  v128(words: readonly [number, number, number, number]): this {
    this.out.byte(SIMD_PREFIX);
    this.out.unsigned(12);
    this.out.bytes(new Uint8Array(Int32Array.from(words).buffer));
    return this;
  }
  /** A vector constant with one word four times. */
  words(word: number): this {
    return this.v128([word, word, word, word]);
  }
  /** Picks four of the eight dwords of two vectors. */
  shuffle(dwords: readonly [number, number, number, number]): this {
    this.out.byte(SIMD_PREFIX);
    this.out.unsigned(13);
    for (const dword of dwords) for (let byte = 0; byte < 4; byte++) this.out.byte(dword * 4 + byte);
    return this;
  }

  /** Alignment is a hint that costs nothing to leave out. */
  memory(name: keyof typeof MEMORY, offset = 0): this {
    this.out.byte(MEMORY[name]);
    this.out.unsigned(0);
    this.out.unsigned(offset);
    return this;
  }
  /** Atomic instructions demand the natural alignment. */
  atomic(name: keyof typeof ATOMIC): this {
    this.out.byte(0xfe);
    this.out.unsigned(ATOMIC[name]);
    this.out.unsigned(name.startsWith('i64') ? 3 : 2);
    this.out.unsigned(0);
    return this;
  }
  loadVector(offset = 0, name: keyof typeof VECTOR_LOAD = 'v128.load'): this {
    return this.vectorMemory(VECTOR_LOAD[name], offset);
  }
  /** Loads or stores one lane; a load takes the vector in which the lane is replaced. */
  laneMemory(name: keyof typeof LANE_MEMORY, lane: number, offset = 0): this {
    this.vectorMemory(LANE_MEMORY[name], offset);
    this.out.byte(lane);
    return this;
  }
  /** Picks 16 of the 32 bytes of two vectors. */
  shuffleBytes(bytes: readonly number[]): this {
    this.out.byte(SIMD_PREFIX);
    this.out.unsigned(13);
    this.out.bytes(bytes);
    return this;
  }
  storeVector(offset = 0): this {
    return this.vectorMemory(11, offset);
  }
  private vectorMemory(code: number, offset: number): this {
    this.out.byte(SIMD_PREFIX);
    this.out.unsigned(code);
    this.out.unsigned(0);
    this.out.unsigned(offset);
    return this;
  }

  /** Fills memory: takes the address, the byte, the number of bytes. */
  fill(): this {
    this.out.bytes([0xfc, 0x0b, 0]);
    return this;
  }

  block(): this {
    return this.structured(0x02, VOID);
  }
  loop(): this {
    return this.structured(0x03, VOID);
  }
  if(result?: WasmType): this {
    return this.structured(0x04, result ? TYPE[result] : VOID);
  }
  private structured(code: number, type: number): this {
    this.out.byte(code);
    this.out.byte(type);
    this.out.depth++;
    return this;
  }
  else(): this {
    this.out.byte(0x05);
    return this;
  }
  end(): this {
    this.out.byte(0x0b);
    this.out.depth--;
    return this;
  }
  br(depth: number): this {
    this.out.byte(0x0c);
    this.out.unsigned(depth);
    return this;
  }
  brIf(depth: number): this {
    this.out.byte(0x0d);
    this.out.unsigned(depth);
    return this;
  }
  brTable(depths: readonly number[], otherwise: number): this {
    this.out.byte(0x0e);
    this.out.unsigned(depths.length);
    for (const depth of depths) this.out.unsigned(depth);
    this.out.unsigned(otherwise);
    return this;
  }
  call(index: number): this {
    this.out.byte(0x10);
    this.out.unsigned(index);
    return this;
  }

  /** Type of a local. */
  typeOf(local: Local): WasmType {
    return this.types[local]!;
  }

  /**
   * Takes over code that was written for another function.
   *
   * @param params locals of the other function that become the parameters, in order
   */
  adopt(code: ByteWriter, from: FunctionBuilder, params: readonly Local[]): void {
    const numbers = new Int32Array(from.types.length).fill(-1);
    params.forEach((local, index) => {
      numbers[local] = index;
    });
    code.eachLocal((local) => {
      if (numbers[local]! < 0) numbers[local] = this.types.push(from.typeOf(local)) - 1;
    });
    code.renumber(numbers);
    this.out.append(code);
  }

  /** Leaves out locals that no code names, and puts those of one type together. */
  private compact(): readonly { readonly type: WasmType; readonly count: number }[] {
    const { types } = this;
    const used = new Uint8Array(types.length);
    this.out.eachLocal((local) => {
      used[local] = 1;
    });
    const numbers = new Int32Array(types.length);
    let next = this.signature.params.length;
    for (let param = 0; param < next; param++) numbers[param] = param;
    const first = next;
    const runs = (['i32', 'i64', 'f64', 'v128'] as const).map((type) => {
      const before = next;
      for (let local = first; local < types.length; local++)
        if (used[local] && types[local] === type) numbers[local] = next++;
      return { type, count: next - before };
    });
    this.out.renumber(numbers);
    return runs.filter(({ count }) => count > 0);
  }

  /** The function's entry in the code section, without its size. Once. */
  finish(): ByteWriter {
    const body = new ByteWriter();
    const runs = this.compact();
    body.unsigned(runs.length);
    for (const { type, count } of runs) {
      body.unsigned(count);
      body.byte(TYPE[type]);
    }
    body.append(this.out);
    body.byte(0x0b);
    return body;
  }
}
