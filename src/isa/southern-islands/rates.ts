// Cycles for which an instruction of a wavefront occupies a SIMD of Tahiti, whose double precision is the family's
// fastest: 4 for most, since it has 16 lanes. Source: the timing tables of CLRX, which are a third party's
// measurements.

import { timingFacts, vectorRate } from '../common/rates.js';
import type { InstructionDef } from '../define.js';
import type { VectorRate } from '../rates.js';
import { COUNTERS } from './counters.js';

const TAHITI: Readonly<Record<VectorRate, number>> = {
  full: 4,
  fma32: 4,
  transcendental32: 16,
  multiply32: 16,
  divide32: 16,
  multiply64: 16,
  shift64: 8,
  add64: 8,
};

/** Cycles of an instruction of the vector unit. */
export const valuCycles = (def: InstructionDef): number => TAHITI[vectorRate(def)];

export const timing = timingFacts(COUNTERS);
