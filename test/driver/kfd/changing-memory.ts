// Memory of a program that changes each word as soon as it has been read: data that is read twice is wrong the second
// time.

import type { GpuMemory } from '../../../src/emulator/memory.js';

interface Range {
  readonly start: number;
  readonly end: number;
}

const READS = /^get(Big)?(Ui|I)nt\d+$/;

/** Bytes of a view that were read inside of the range get other values. */
function scramble({ u8 }: GpuMemory, { start, end }: Range, at: number, bytes: number): void {
  for (let n = Math.max(at, start); n < Math.min(at + bytes, end); n++) u8[n] = u8[n]! ^ 0xa5;
}

/** A view whose reads change the words that they read. */
function changingView(memory: GpuMemory, range: Range): DataView {
  return new Proxy(memory.view, {
    get(view, name: string) {
      const method = view[name as keyof DataView];
      if (typeof method !== 'function') return method;
      return (at: number, ...rest: readonly unknown[]): unknown => {
        const result: unknown = (method as (...all: unknown[]) => unknown).call(view, at, ...rest);
        if (READS.test(name)) scramble(memory, range, at, Number(/\d+/.exec(name)![0]) / 8);
        return result;
      };
    },
  });
}

/** A view of bytes of which parts are copies, made at once. */
function changingBytes(memory: GpuMemory, range: Range): Uint8Array {
  return new Proxy(memory.u8, {
    get(bytes, name: string) {
      if (name === 'subarray' || name === 'slice')
        return (from: number, to: number): Uint8Array => {
          const copy = bytes.slice(from, to);
          scramble(memory, range, from, to - from);
          return copy;
        };
      if (/^\d+$/.test(name)) {
        const value = bytes[Number(name)];
        scramble(memory, range, Number(name), 1);
        return value;
      }
      const member = bytes[name as keyof Uint8Array] as unknown;
      return typeof member === 'function' ? member.bind(bytes) : member;
    },
  });
}

/** @returns memory whose bytes in the range change when they are read, also by Atomics, until `restore` is called */
export function changingMemory(memory: GpuMemory, range: Range): { changing: GpuMemory; restore: () => void } {
  const changing = Object.create(memory, {
    view: { value: changingView(memory, range) },
    u8: { value: changingBytes(memory, range) },
  }) as GpuMemory;
  const { load } = Atomics;
  const changingLoad = (array: Int32Array, index: number): number => {
    const value = load(array, index);
    const { BYTES_PER_ELEMENT: size } = array;
    if (array.buffer === memory.u8.buffer) scramble(memory, range, array.byteOffset + index * size, size);
    return value;
  };
  Atomics.load = changingLoad as typeof Atomics.load;
  return { changing, restore: () => void (Atomics.load = load) };
}
