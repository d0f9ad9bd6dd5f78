// Atomic read-modify-write operations on shared memory: with the processor's own operation where there is one, and by
// compare-and-exchange otherwise. Other workers and the guest's threads see each as one step.

import type { AtomicFn } from '../isa/language/expr.js';

const scratch = new DataView(new ArrayBuffer(16));
const f32 = (bits: number): number => {
  scratch.setInt32(0, bits);
  return scratch.getFloat32(0);
};
const f64 = (bits: bigint): number => {
  scratch.setBigInt64(0, bits);
  return scratch.getFloat64(0);
};

/** The sum of two f32, which f64 holds before it is rounded once more without harm; NaN is the canonical one. */
function sum32(a: number, b: number): number {
  const sum = f32(a) + f32(b);
  scratch.setFloat32(0, sum);
  return Number.isNaN(sum) ? 0x7fc0_0000 : scratch.getInt32(0);
}

/** Stored value of an operation without an instruction of its own; all words are int32. */
function next32(fn: AtomicFn, old: number, data: number, compare: number): number {
  switch (fn) {
    case 'rsub':
      return (data - old) | 0;
    case 'smin':
      return Math.min(old, data);
    case 'smax':
      return Math.max(old, data);
    case 'umin':
      return old >>> 0 < data >>> 0 ? old : data;
    case 'umax':
      return old >>> 0 > data >>> 0 ? old : data;
    case 'inc':
      return old >>> 0 >= data >>> 0 ? 0 : (old + 1) | 0;
    case 'dec':
      return old === 0 || old >>> 0 > data >>> 0 ? data : (old - 1) | 0;
    case 'fcmpswap':
      return f32(old) === f32(compare) ? data : old;
    case 'fmin':
      return f32(data) < f32(old) ? data : old;
    case 'fmax':
      return f32(data) > f32(old) ? data : old;
    case 'fadd':
      return sum32(old, data);
    case 'mskor':
      return (old & ~data) | compare;
    case 'wrap':
      return old >>> 0 >= data >>> 0 ? (old - data) | 0 : (old + compare) | 0;
    default:
      throw new TypeError(`${fn} has an instruction of its own`);
  }
}

/** @returns the old value */
export function atomic32(words: Int32Array, index: number, fn: AtomicFn, data: number, compare: number): number {
  switch (fn) {
    case 'swap':
      return Atomics.exchange(words, index, data);
    case 'cmpswap':
      return Atomics.compareExchange(words, index, compare, data);
    case 'add':
      return Atomics.add(words, index, data);
    case 'sub':
      return Atomics.sub(words, index, data);
    case 'and':
      return Atomics.and(words, index, data);
    case 'or':
      return Atomics.or(words, index, data);
    case 'xor':
      return Atomics.xor(words, index, data);
    default:
      for (;;) {
        const old = Atomics.load(words, index);
        const value = next32(fn, old, data | 0, compare | 0);
        if (Atomics.compareExchange(words, index, old, value) === old) return old;
      }
  }
}

const unsigned = (value: bigint): bigint => BigInt.asUintN(64, value);

function next64(fn: AtomicFn, old: bigint, data: bigint, compare: bigint): bigint {
  switch (fn) {
    case 'rsub':
      return data - old;
    case 'smin':
      return old < data ? old : data;
    case 'smax':
      return old > data ? old : data;
    case 'umin':
      return unsigned(old) < unsigned(data) ? old : data;
    case 'umax':
      return unsigned(old) > unsigned(data) ? old : data;
    case 'inc':
      return unsigned(old) >= unsigned(data) ? 0n : old + 1n;
    case 'dec':
      return old === 0n || unsigned(old) > unsigned(data) ? data : old - 1n;
    case 'fcmpswap':
      return f64(old) === f64(compare) ? data : old;
    case 'fmin':
      return f64(data) < f64(old) ? data : old;
    case 'fmax':
      return f64(data) > f64(old) ? data : old;
    case 'mskor':
      return (old & ~data) | compare;
    case 'wrap':
      return unsigned(old) >= unsigned(data) ? old - data : old + compare;
    default:
      throw new TypeError(`${fn} has an instruction of its own`);
  }
}

/** @returns the old value, signed */
export function atomic64(words: BigInt64Array, index: number, fn: AtomicFn, data: bigint, compare: bigint): bigint {
  const value = BigInt.asIntN(64, data);
  switch (fn) {
    case 'swap':
      return Atomics.exchange(words, index, value);
    case 'cmpswap':
      return Atomics.compareExchange(words, index, BigInt.asIntN(64, compare), value);
    case 'add':
      return Atomics.add(words, index, value);
    case 'sub':
      return Atomics.sub(words, index, value);
    case 'and':
      return Atomics.and(words, index, value);
    case 'or':
      return Atomics.or(words, index, value);
    case 'xor':
      return Atomics.xor(words, index, value);
    default:
      for (;;) {
        const old = Atomics.load(words, index);
        const stored = BigInt.asIntN(64, next64(fn, old, value, BigInt.asIntN(64, compare)));
        if (Atomics.compareExchange(words, index, old, stored) === old) return old;
      }
  }
}
