// Capabilities of the host's WebAssembly beyond the fixed SIMD instructions, found by trials.

import { encodeModule } from './encoder.js';
import { ModuleBuilder } from './module-builder.js';

/** (1 + 2 ** -12) squared minus 1 - 2 ** -11: 2 ** -24 when the product is not rounded, else 0. */
const [FACTOR, ADDEND, FUSED] = [0x3f80_0800, -0x407f_f000, 0x3380_0000] as const;

let fused: boolean | undefined;

/** True if relaxed_madd rounds once on this CPU. */
export function hasFusedMultiplyAdd(): boolean {
  fused ??= tryFused();
  return fused;
}

function tryFused(): boolean {
  try {
    const builder = new ModuleBuilder([]);
    const { index, builder: b } = builder.define({ params: ['i32', 'i32'], results: ['i32'] });
    b.get(0).simd('i32x4.splat').get(0).simd('i32x4.splat').get(1).simd('i32x4.splat');
    b.simd('f32x4.relaxed_madd').lane('i32x4.extract_lane', 3);
    builder.export('run', index);
    const module = new WebAssembly.Module(encodeModule(builder.finish(), false));
    const run = new WebAssembly.Instance(module).exports['run'] as (factor: number, addend: number) => number;
    return run(FACTOR, ADDEND) === FUSED;
  } catch {
    return false;
  }
}
