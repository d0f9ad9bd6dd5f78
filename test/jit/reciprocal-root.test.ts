import test from 'ava';
import { fusedReciprocalRoot, reciprocalRootByDoubles } from '../../src/jit/floats/reciprocal-root.js';
import { encodeModule } from '../../src/jit/wasm/encoder.js';
import { hasFusedMultiplyAdd } from '../../src/jit/wasm/features.js';
import type { Local } from '../../src/jit/wasm/function-builder.js';
import { Lanes } from '../../src/jit/wasm/lanes.js';
import { ModuleBuilder } from '../../src/jit/wasm/module-builder.js';

const words = new Uint32Array(1);
const floats = new Float32Array(words.buffer);

/** A function of the bits of a f32, computed in all four lanes. */
function compiled(emit: (l: Lanes, x: Local) => Local): (bits: number) => number {
  const builder = new ModuleBuilder([]);
  const { index, builder: b } = builder.define({ params: ['i32'], results: ['i32'] });
  const x = b.local('v128');
  b.get(0).simd('i32x4.splat').set(x);
  b.get(emit(new Lanes(b), x)).lane('i32x4.extract_lane', 2);
  builder.export('run', index);
  const instance = new WebAssembly.Instance(new WebAssembly.Module(encodeModule(builder.finish(), false)));
  return instance.exports['run'] as (bits: number) => number;
}

/** The quotient in f64 has more than twice the bits of a f32: rounding it again gives the right one. */
function expected(bits: number): number {
  words[0] = bits;
  floats[0] = 1 / Math.sqrt(floats[0]!);
  return words[0]!;
}
const isNan = (bits: number): boolean => (bits & 0x7fff_ffff) > 0x7f80_0000;

/** The first argument of which a result is wrong, or -1. */
function firstWrong(root: (bits: number) => number, from: number, count: number, step = 1): number {
  for (let n = 0; n < count; n++) {
    const bits = (from + n * step) >>> 0;
    const [actual, exact] = [root(bits) >>> 0, expected(bits)];
    if (actual !== exact && !(isNan(actual) && isNan(exact))) return bits;
  }
  return -1;
}

/** Zeros, infinities, NaNs, negative numbers, the smallest and the largest normal ones. */
const EDGES = [
  0, 0x8000_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0x7f80_0001, 0xbf80_0000, 0x0080_0000, 0x7f7f_ffff,
];

test('the root in f64 is right', (t) => {
  const root = compiled(reciprocalRootByDoubles);
  for (const bits of EDGES) t.is(firstWrong(root, bits, 1), -1);
  t.is(firstWrong(root, 0x0080_0000, 1_000_000, 2117), -1);
});

(hasFusedMultiplyAdd() ? test : test.skip)('the corrected root is right for all significands', (t) => {
  const root = compiled(fusedReciprocalRoot);
  for (const bits of EDGES) t.is(firstWrong(root, bits, 1), -1);
  // An even and an odd exponent, all significands.
  t.is(firstWrong(root, 0x3f00_0000, 2 ** 24), -1);
  // All exponents.
  t.is(firstWrong(root, 0x0080_0000, 1_000_000, 2117), -1);
});
