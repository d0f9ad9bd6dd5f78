// How many cycles a SIMD is busy with a wavefront's instruction: 4 for most, since it has 16 lanes. Of Tahiti, whose double precision
// is the family's fastest. Source: the timing tables of CLRX, which are a third party's measurements.

import type { InstructionDef } from '../define.js';

const [FULL, HALF, QUARTER] = [4, 8, 16] as const;

const QUARTER_RATE =
  /^v_(?:(?:rcp|rsq|sqrt|log|exp|sin|cos)(?:_clamp|_legacy|_iflag)*_f32|mul_(?:lo|hi)_[iu]32|mad_[iu]64_[iu]32|div_(?:scale|fmas|fixup)_f(?:32|64)|(?:mul|fma|ldexp)_f64|(?:rcp|rsq|sqrt)(?:_clamp)?_f64)$/;
const HALF_RATE = /_f64|^v_(?:lsh[lr]|ashr)_[bi]64$/;

/** Cycles of an instruction of the vector unit. */
export function valuCycles({ name }: InstructionDef): number {
  if (QUARTER_RATE.test(name)) return QUARTER;
  return HALF_RATE.test(name) ? HALF : FULL;
}
