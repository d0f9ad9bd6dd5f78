// Loads and stores of 16 bytes at once, which JavaScript has not: processors with AVX do not tear them where they are
// aligned.

import type { AddressSpace } from './address-space.js';
import type { GpuMemory } from './memory.js';
import { memoryLimits, moduleFor } from './memory-import.js';

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

const [I32, F64, V128, FUNCTION, END] = [0x7f, 0x7c, 0x7b, 0x60, 0x0b];
/** i64.trunc_f64_u */
const TRUNCATE = 0xb1;
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

const EXPORTS = ['load', 'second', 'third', 'fourth', 'store'];
const TYPE_OF = [0, 1, 1, 1, 2];

function moduleBytes(space: AddressSpace): number[] {
  // A number of JavaScript is an i32 or a f64.
  const address = space.isLarge ? F64 : I32;
  const place = [GET_LOCAL, 0, ...(space.isLarge ? [TRUNCATE] : [])];
  const load = body(...place, VECTOR, LOAD, ...PLACE, SET_GLOBAL, 0, ...extracted(0));
  const store = body(
    ...[...place, GET_LOCAL, 1, VECTOR, SPLAT],
    ...[1, 2, 3].flatMap((lane) => [GET_LOCAL, lane + 1, VECTOR, REPLACE, lane]),
    ...[VECTOR, STORE, ...PLACE],
  );
  const bodies = [load, ...[1, 2, 3].map((lane) => body(...extracted(lane))), store];
  const types = [
    [FUNCTION, 1, address, 1, I32],
    [FUNCTION, 0, 1, I32],
    [FUNCTION, 5, address, I32, I32, I32, I32, 0],
  ];
  return [
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, ...sized([types.length, ...types.flat()])],
    ...[2, ...sized([1, ...name('atoll'), ...name('memory'), 2, ...memoryLimits(space)])],
    ...[3, ...sized([TYPE_OF.length, ...TYPE_OF])],
    ...[6, ...sized([1, V128, 1, VECTOR, CONSTANT, ...Array<number>(16).fill(0), END])],
    ...[7, ...sized([EXPORTS.length, ...EXPORTS.flatMap((text, index) => [...name(text), 0, index])])],
    ...[10, ...sized([bodies.length, ...bodies.flat()])],
  ];
}
const instantiate = moduleFor(moduleBytes);

export const openQuadMemory = (memory: GpuMemory): QuadMemory => instantiate(memory) as QuadMemory;
