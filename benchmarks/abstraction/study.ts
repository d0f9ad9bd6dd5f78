// The interface of the study's programs: how they run, and the published numbers.

import type { DeviceBuffer } from '../../src/library/buffers.js';
import type { KernelWork } from './machine.js';

/** A machine as programs see it. */
export interface StudyMachine {
  buffer(contents: ArrayBufferView): DeviceBuffer;
  launch(work: KernelWork): void;
}

/** Numbers of the paper: of machine code and of HSAIL. */
export interface PublishedNumbers {
  /** Per cent of the lanes. */
  readonly utilisation: readonly [gcn3: number, hsail: number];
  readonly footprint: readonly [gcn3: string, hsail: string];
}

export interface StudyProgram {
  readonly name: string;
  /** The source in programs/, without its ending. */
  readonly file: string;
  readonly published: PublishedNumbers;
  /** Forms may differ by so much of a float: native functions have the accuracy of their form. */
  readonly tolerance?: number;
  /**
   * Runs and checks it; both forms have to return the same bytes, but for the tolerance.
   * @throws Error for a wrong result
   */
  run(machine: StudyMachine): Uint8Array;
}

/** Numbers of a fixed sequence, from 0 to below 1. */
export function numbers(seed: number): () => number {
  let state = (seed * 0x9e3779b1) >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

export const bytesOf = (array: ArrayBufferView): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

export function readAll<T extends ArrayBufferView>(buffer: DeviceBuffer, array: T): T {
  buffer.read(array);
  return array;
}

/** @throws Error where a value is further away than a share of the expected one */
export function expectNear(
  what: string,
  results: ArrayLike<number>,
  expected: (index: number) => number,
  [tolerance, every]: readonly [tolerance: number, every: number],
): void {
  for (let index = 0; index < results.length; index += every) {
    const value = expected(index);
    if (Math.abs(results[index]! - value) <= tolerance * Math.max(1, Math.abs(value))) continue;
    throw new Error(`${what}: value ${index} is ${results[index]} instead of ${value}`);
  }
}
