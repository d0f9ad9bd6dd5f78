// Loads and stores of 16 bytes at once, which JavaScript has not: processors with AVX do not tear them where they are
// aligned.

import type { GpuMemory } from './memory.js';

/** Addresses are byte addresses in the memory. */
export interface QuadMemory {
  /** Loads four dwords, which stay until the next load, and gives the first one. */
  load(address: number): number;
  /** The others of what was loaded last. */
  second(): number;
  third(): number;
  fourth(): number;
  store(address: number, first: number, second: number, third: number, fourth: number): void;
}

const [I32, V128, FUNCTION, END] = [0x7f, 0x7b, 0x60, 0x0b];
const [GET_LOCAL, GET_GLOBAL, SET_GLOBAL] = [0x20, 0x23, 0x24];
const VECTOR = 0xfd;
const [LOAD, STORE, CONSTANT, SPLAT, EXTRACT, REPLACE] = [0x00, 0x0b, 0x0c, 0x11, 0x1b, 0x1c];
/** No alignment is promised, and there is no displacement. */
const PLACE = [0, 0];

/** A vector or section of bytes behind its length; all of them are shorter than 128 bytes. */
const sized = (bytes: readonly number[]): number[] => [bytes.length, ...bytes];
const name = (text: string): number[] => sized([...Buffer.from(text)]);
const body = (...code: readonly number[]): number[] => sized([0, ...code, END]);
const extracted = (lane: number): number[] => [GET_GLOBAL, 0, VECTOR, EXTRACT, lane];

const LOAD_BODY = body(GET_LOCAL, 0, VECTOR, LOAD, ...PLACE, SET_GLOBAL, 0, ...extracted(0));
const STORE_BODY = body(
  ...[GET_LOCAL, 0, GET_LOCAL, 1, VECTOR, SPLAT],
  ...[1, 2, 3].flatMap((lane) => [GET_LOCAL, lane + 1, VECTOR, REPLACE, lane]),
  ...[VECTOR, STORE, ...PLACE],
);
const BODIES = [LOAD_BODY, ...[1, 2, 3].map((lane) => body(...extracted(lane))), STORE_BODY];
const EXPORTS = ['load', 'second', 'third', 'fourth', 'store'];
const TYPES = [
  [FUNCTION, 1, I32, 1, I32],
  [FUNCTION, 0, 1, I32],
  [FUNCTION, 5, I32, I32, I32, I32, I32, 0],
];
const TYPE_OF = [0, 1, 1, 1, 2];

/** Imports a shared memory of at most 65,536 pages. */
const MEMORY_IMPORT = [...name('atoll'), ...name('memory'), 2, 3, 0, 0x80, 0x80, 4];
const MODULE = [
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, ...sized([TYPES.length, ...TYPES.flat()])],
  ...[2, ...sized([1, ...MEMORY_IMPORT])],
  ...[3, ...sized([TYPE_OF.length, ...TYPE_OF])],
  ...[6, ...sized([1, V128, 1, VECTOR, CONSTANT, ...Array<number>(16).fill(0), END])],
  ...[7, ...sized([EXPORTS.length, ...EXPORTS.flatMap((text, index) => [...name(text), 0, index])])],
  ...[10, ...sized([BODIES.length, ...BODIES.flat()])],
];

let compiled: WebAssembly.Module | undefined;

export function openQuadMemory(memory: GpuMemory): QuadMemory {
  compiled ??= new WebAssembly.Module(Uint8Array.from(MODULE));
  const instance = new WebAssembly.Instance(compiled, { atoll: { memory: memory.memory } });
  return instance.exports as unknown as QuadMemory;
}
