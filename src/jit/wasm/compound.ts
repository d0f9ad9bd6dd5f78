// Operations of our own, and the operations of WebAssembly that they stand for.

import { Code } from './code.js';
import { CodeBuilder, type Local } from './code-builder.js';
import { NUMBER, wordsAt } from './operation-table.js';

/** All lanes of a chunk. */
export const ALL_LANES = 15;
export const LANES_OF_CHUNK = 4;
export const CHUNK_BYTES = 16;

/** The loop over the chunks of a wavefront up to the last one with an active lane. */
export interface MaskedChunks {
  /** i32: address of the chunk's part of v0. */
  readonly pointer: Local;
  /** i64: EXEC from the chunk on. */
  readonly exec: Local;
  /** i32: bits of the chunk's lanes that are active. */
  readonly active: Local;
  /** It stops at a chunk with inactive lanes: its body begins with a branch to the label around the loop. */
  readonly whole: boolean;
}

/**
 * The loop over all chunks of a wavefront, or of a row of it, whose lanes are all active; accesses to memory do not
 * meet.
 */
export interface LinearChunks {
  /** i32: address of the chunk's part of v0, and of the first one's. */
  readonly pointer: Local;
  readonly first: Local;
  /** Chunks in all, and in each repetition. */
  readonly chunks: number;
  readonly repeated: number;
  /** Vectors that grow from chunk to chunk. */
  readonly growing: readonly { readonly vector: Local; readonly growth: Local }[];
}

const ifAll = (b: CodeBuilder, active: Local): CodeBuilder => b.get(active).i32(ALL_LANES).op('i32.eq').if();

const touch = (b: CodeBuilder): CodeBuilder => b.memory('i32.load8_u').op('drop');

function collect(b: CodeBuilder, bits: Local, vector: Local, lane: Local): void {
  b.get(bits).get(vector).simd('i32x4.bitmask').op('i64.extend_i32_u');
  b.get(lane).op('i64.extend_i32_u').op('i64.shl').op('i64.or').set(bits);
}

function maskedLoop(b: CodeBuilder, exec: Local, active: Local, whole: boolean): void {
  b.loop();
  b.get(exec).op('i32.wrap_i64').i32(ALL_LANES).op('i32.and').tee(active).if();
  // Passes the known value to the host's compiler.
  if (whole) b.get(active).i32(ALL_LANES).op('i32.ne').brIf(2).i32(ALL_LANES).set(active);
}

const next = (b: CodeBuilder, pointer: Local): CodeBuilder =>
  b.get(pointer).i32(CHUNK_BYTES).op('i32.add').set(pointer);

function endMasked(b: CodeBuilder, pointer: Local, exec: Local): void {
  b.end();
  next(b, pointer);
  b.get(exec).i64(BigInt(LANES_OF_CHUNK)).op('i64.shr_u').tee(exec).i64(0n).op('i64.ne').brIf(0).end();
}

/** Code after the body of each chunk. @param locals as the operation has them */
export function nextLinear(b: CodeBuilder, locals: Int32Array): void {
  next(b, locals[0]!);
  for (let at = 2; at < locals.length; at += 2)
    b.get(locals[at]!)
      .get(locals[at + 1]!)
      .simd('i32x4.add')
      .set(locals[at]!);
}

/** Code after the last chunk of a repetition. */
export function repeatLinear(b: CodeBuilder, locals: Int32Array, chunks: number): void {
  b.get(locals[0]!).get(locals[1]!).op('i32.sub');
  b.i32(CHUNK_BYTES * chunks)
    .op('i32.ne')
    .brIf(0)
    .end();
}

/**
 * Emits the operations for which one of our own on a tape stands. Those of the end of a linear loop are its callers'.
 */
export function expand(tape: Int32Array, at: number, into: Code): void {
  const b = new CodeBuilder();
  b.out = into;
  const [number, x, y, z] = [tape[at]!, tape[at + 1]!, tape[at + 2]!, tape[at + 3]!];
  if (number === NUMBER.touch) touch(b);
  else if (number === NUMBER.ifAll) ifAll(b, x);
  else if (number === NUMBER.collect) collect(b, x, y, z);
  else if (number === NUMBER.maskedLoop) maskedLoop(b, x, y, z === 1);
  else if (number === NUMBER.endMasked) endMasked(b, x, y);
  else if (number === NUMBER.linearLoop) b.loop();
  else throw new TypeError(`operation ${number} stands for itself`);
}

/** The same as code of its own. */
export function expanded(tape: Int32Array, at: number): Code {
  const code = new Code();
  expand(tape, at, code);
  return code;
}

/** The end of a linear loop on a tape. */
export function linearEnd(tape: Int32Array, at: number) {
  const [chunks, repeated] = [tape[at + 2]!, tape[at + 3]!];
  return { chunks, repeated, locals: tape.subarray(at + 4, at + wordsAt(tape, at)) };
}

/** Bytes in WebAssembly of one of our own, which do not depend on its locals. */
export function bytesOf(number: number, ...operands: readonly number[]): number {
  return expanded(Int32Array.of(number, ...operands), 0).bytes;
}

/** The same of the end of a linear loop, with what it repeats. @param body bytes of one chunk's code */
export function endLinearBytes(locals: readonly Local[], chunks: number, repeated: number, body: number): number {
  const [next, repeat] = [new CodeBuilder(), new CodeBuilder()];
  nextLinear(next, Int32Array.from(locals));
  repeatLinear(repeat, Int32Array.from(locals), chunks);
  return (repeated - 1) * body + repeated * next.out.bytes + repeat.out.bytes;
}
