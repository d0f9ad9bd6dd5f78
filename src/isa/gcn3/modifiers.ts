// abs and neg as fields of their own, for sources that are looked at before they apply.

import { type Ex, flag, ops, select, u32 } from '../language/expr.js';
import type { SourceLeaf } from './rewrite.js';

/** A value of 32 bits with the modifiers of `src0` or `src1`, as the leaf reads it. */
export function modifiedAs(leaf: SourceLeaf, name: string, bits: Ex<'u32'>): Ex {
  if (leaf.ty !== 'f32' && !leaf.half) return bits;
  const sign = u32(leaf.half ? 0x8000 : 0x80000000);
  const magnitude = select(flag(`${name}_abs`), ops.and(bits, ops.not(sign)), bits);
  const value = select(flag(`${name}_neg`), ops.xor(magnitude, sign), magnitude);
  return leaf.half ? value : ops.asF32(value);
}

/** The name of a source's fields, or undefined for what is no source. */
export const fieldsOfSource = (slot: string): string | undefined =>
  slot === 'S0' ? 'src0' : slot === 'S1' ? 'src1' : undefined;
