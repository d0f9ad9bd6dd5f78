// Emits WebAssembly's operations, one by one, into code that may be exchanged: code that runs once before a loop is
// emitted while the loop's body is.

import { Code } from './code.js';
import { ATOMIC, LANE, LANE_MEMORY, MEMORY, OP, SIMD, TYPE, VECTOR_LOAD, VOID, type WasmType } from './opcodes.js';
import { BEHIND, NUMBER } from './operation-table.js';

/** Number of a local variable. */
export type Local = number;

/** Bytes of the number of a local: always as many, so that locals can be renumbered. */
export const LOCAL_BYTES = 3;
const PREFIXED = 0x80;
const VECTOR_BYTES = 16;

/** Bytes of an unsigned number. */
export const unsignedBytes = (value: number): number => {
  const rest = value >>> 0;
  return rest < 0x80 ? 1 : rest < 0x4000 ? 2 : rest < 0x20_0000 ? 3 : rest < 0x1000_0000 ? 4 : 5;
};
/** Bytes of a signed number: those of an unsigned one with a bit more. */
const signed = (value: number): number => {
  const bits = value < 0 ? ~value : value;
  return bits < 0x40 ? 1 : bits < 0x2000 ? 2 : bits < 0x10_0000 ? 3 : bits < 0x800_0000 ? 4 : 5;
};
const signed64 = (value: bigint): number => {
  let bytes = 1;
  for (let rest = value < 0n ? ~value : value; rest >= 64n; rest >>= 7n) bytes++;
  return bytes;
};
/** Bytes of an opcode behind the vector prefix, with that. */
const prefixed = (code: number): number => (code < PREFIXED ? 2 : 3);

const words = new Int32Array(4);
const bytesOfWords = new Uint8Array(words.buffer);

export class CodeBuilder {
  /** Destination of operations. */
  out = new Code();

  /** Emits into other code. */
  into(code: Code, emit: () => void): void {
    const before = this.out;
    this.out = code;
    emit();
    this.out = before;
  }

  op(name: keyof typeof OP): this {
    this.out.add(OP[name], 1);
    return this;
  }
  simd(name: keyof typeof SIMD): this {
    const code = SIMD[name];
    this.out.add(BEHIND.simd + code, prefixed(code));
    return this;
  }
  lane(name: keyof typeof LANE, lane: number): this {
    this.out.addWith(BEHIND.simd + LANE[name], lane, 3);
    return this;
  }
  get(local: Local): this {
    this.out.addWith(NUMBER.get, local, 1 + LOCAL_BYTES);
    return this;
  }
  set(local: Local): this {
    this.out.addWith(NUMBER.set, local, 1 + LOCAL_BYTES);
    return this;
  }
  tee(local: Local): this {
    this.out.addWith(NUMBER.tee, local, 1 + LOCAL_BYTES);
    return this;
  }
  i32(value: number): this {
    this.out.addWith(NUMBER.i32, value | 0, 1 + signed(value | 0));
    return this;
  }
  i64(value: bigint): this {
    const [low, high] = [Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n))];
    this.out.addWords(NUMBER.i64, [low, high], 1 + signed64(BigInt.asIntN(64, value)));
    return this;
  }
  /** A vector constant of four words. */
  v128(constant: readonly [number, number, number, number]): this {
    this.out.addWords(NUMBER.v128, constant, 2 + VECTOR_BYTES);
    return this;
  }
  /** A vector constant with one word four times. */
  words(word: number): this {
    return this.v128([word, word, word, word]);
  }
  /** Picks four of the eight dwords of two vectors. */
  shuffle(dwords: readonly [number, number, number, number]): this {
    return this.shuffleBytes(dwords.flatMap((dword) => [4 * dword, 4 * dword + 1, 4 * dword + 2, 4 * dword + 3]));
  }
  /** Picks 16 of the 32 bytes of two vectors. */
  shuffleBytes(bytes: readonly number[]): this {
    bytesOfWords.set(bytes);
    this.out.addWords(NUMBER.shuffle, [...words], 2 + VECTOR_BYTES);
    return this;
  }

  /**
   * The load or store that is emitted next stays one instruction in machine code of other compilers than the host's.
   */
  undivided(): this {
    this.out.add(NUMBER.undivided, 0);
    return this;
  }
  /** The access that is emitted next has an i64 below its address, which is added to it: in a large address space. */
  far(): this {
    this.out.add(NUMBER.far, 2);
    return this;
  }
  /** Alignment is a hint that costs nothing to leave out. */
  memory(name: keyof typeof MEMORY, offset = 0): this {
    this.out.addWith(MEMORY[name], offset, 2 + unsignedBytes(offset));
    return this;
  }
  /** Atomic instructions demand the natural alignment. */
  atomic(name: keyof typeof ATOMIC): this {
    this.out.add(BEHIND.atomic + ATOMIC[name], 4);
    return this;
  }
  loadVector(offset = 0, name: keyof typeof VECTOR_LOAD = 'v128.load'): this {
    return this.vectorMemory(BEHIND.simd + VECTOR_LOAD[name], offset);
  }
  storeVector(offset = 0): this {
    return this.vectorMemory(NUMBER.vectorStore, offset);
  }
  /** Loads the chunk's part of a vector register; the operand is the address of that of v0. */
  loadRegister(offset: number): this {
    return this.vectorMemory(NUMBER.loadRegister, offset);
  }
  storeRegister(offset: number): this {
    return this.vectorMemory(NUMBER.storeRegister, offset);
  }
  private vectorMemory(number: number, offset: number): this {
    this.out.addWith(number, offset, 3 + unsignedBytes(offset));
    return this;
  }
  /** Loads or stores one lane; a load takes the vector in which the lane is replaced. */
  laneMemory(name: keyof typeof LANE_MEMORY, lane: number, offset = 0): this {
    this.out.addWords(BEHIND.simd + LANE_MEMORY[name], [offset, lane], 4 + unsignedBytes(offset));
    return this;
  }
  /** Fills memory: takes the address, the byte, the number of bytes. */
  fill(): this {
    this.out.add(NUMBER.fill, 3);
    return this;
  }

  block(): this {
    this.out.add(NUMBER.block, 2);
    this.out.depth++;
    return this;
  }
  loop(): this {
    this.out.add(NUMBER.loop, 2);
    this.out.depth++;
    return this;
  }
  if(result?: WasmType): this {
    this.out.addWith(NUMBER.if, result ? TYPE[result] : VOID, 2);
    this.out.depth++;
    return this;
  }
  else(): this {
    this.out.add(NUMBER.else, 1);
    return this;
  }
  end(): this {
    this.out.add(NUMBER.end, 1);
    this.out.depth--;
    return this;
  }
  br(depth: number): this {
    this.out.addWith(NUMBER.br, depth, 1 + unsignedBytes(depth));
    return this;
  }
  brIf(depth: number): this {
    this.out.addWith(NUMBER.brIf, depth, 1 + unsignedBytes(depth));
    return this;
  }
  brTable(depths: readonly number[], otherwise: number): this {
    const all = [...depths, otherwise];
    const bytes = all.reduce((sum, depth) => sum + unsignedBytes(depth), 1 + unsignedBytes(depths.length));
    this.out.addWords(NUMBER.brTable, [all.length, ...all], bytes);
    return this;
  }
  call(index: number): this {
    this.out.addWith(NUMBER.call, index, 1 + unsignedBytes(index));
    return this;
  }
}
