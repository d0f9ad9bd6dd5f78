// The MODE register as compilers of semantics need it: which of its bits change the meaning of instructions.

import { type FloatModes, floatModes } from '../isa/language/float-ops.js';
import { MODE_BITS } from '../isa/language/mode.js';

export { ROUND, type WidthMode } from '../isa/language/softfloat.js';

export interface FloatMode extends FloatModes {
  /** Vector instructions are skipped. */
  readonly skipVector: boolean;
  /** The bits of MODE from which this was made. */
  readonly bits: number;
}

const VSKIP = 1 << MODE_BITS.vskip;
/**
 * Bits of MODE on which the meaning of instructions depends: rounding and denormals to IEEE, indexed registers, and
 * VSKIP.
 */
const RELEVANT = ((2 << MODE_BITS.ieee) - 1) | (1 << MODE_BITS.gprIndex) | VSKIP;

/** Modes with the same key execute all instructions alike. */
export const modeKey = (mode: number): number => mode & RELEVANT;

const modes = new Map<number, FloatMode>();

export function floatMode(mode: number): FloatMode {
  const bits = modeKey(mode);
  let decoded = modes.get(bits);
  if (!decoded) modes.set(bits, (decoded = { ...floatModes(mode), skipVector: (mode & VSKIP) !== 0, bits }));
  return decoded;
}
