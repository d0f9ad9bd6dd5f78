// The MODE register as compilers of semantics need it: which of its bits change the meaning of instructions.

import { type FloatModes, floatModes } from '../isa/float-ops.js';

export { ROUND, type WidthMode } from '../isa/softfloat.js';

export interface FloatMode extends FloatModes {
  /** Vector instructions are skipped. */
  readonly skipVector: boolean;
  /** The bits of MODE from which this was made. */
  readonly bits: number;
}

const VSKIP_BIT = 28;
/** Bits of MODE on which the meaning of instructions depends. */
const RELEVANT = 0x3ff | (1 << VSKIP_BIT);

/** Modes with the same key execute all instructions alike. */
export const modeKey = (mode: number): number => mode & RELEVANT;

export const floatMode = (mode: number): FloatMode => ({
  ...floatModes(mode),
  skipVector: ((mode >>> VSKIP_BIT) & 1) !== 0,
  bits: modeKey(mode),
});
