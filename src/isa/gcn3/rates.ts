// Classes of instructions that differ in rate: the common ones, and names that came later; and how many cycles
// a SIMD of the chip that an instruction set is best known by (Fiji, Vega 10, Vega 20) is busy with one. Where
// these are from, and how sure, the descriptions of the chips say (src/timing/chips), with which a test compares them.

import { vectorRate as commonRate, timingFacts } from '../common/rates.js';
import type { InstructionDef } from '../define.js';
import type { TimingFacts, VectorRate } from '../rates.js';
import type { IsaChip } from './columns.js';
import type { Generation } from './generation.js';
import { countersOf } from './names.js';

/** The first match decides; instructions without a match are unchanged. */
const VECTOR: readonly (readonly [RegExp, VectorRate])[] = [
  [/^v_(?:rcp|rsq|sqrt|log|exp|sin|cos)_f16/, 'transcendental32'],
  [/^v_(?:lshl|lshr|ashr)rev_[bi]64/, 'shift64'],
];

const vectorRate = (def: InstructionDef): VectorRate =>
  VECTOR.find(([pattern]) => pattern.test(def.name))?.[1] ?? commonRate(def);

const FIJI: Readonly<Record<VectorRate, number>> = {
  full: 4,
  fma32: 4,
  transcendental32: 16,
  multiply32: 16,
  divide32: 16,
  add64: 64,
  multiply64: 64,
  shift64: 16,
};
/** Vega 20 has double precision of half the rate. */
const CYCLES: Readonly<Record<IsaChip, Readonly<Record<VectorRate, number>>>> = {
  gfx803: FIJI,
  gfx900: FIJI,
  gfx906: { ...FIJI, add64: 8, multiply64: 8 },
};

/** Cycles of an instruction of the vector unit. */
export const valuCyclesOf =
  (chip: IsaChip) =>
  (def: InstructionDef): number =>
    CYCLES[chip][vectorRate(def)];

export function timingOf(generation: Generation): TimingFacts {
  const common = timingFacts(countersOf(generation));
  return {
    ...common,
    vectorRate,
    delaysScalar: (def) => /^v_(?:add|sub|subrev|addc|subb|subbrev)_co_u32/.test(def.name) || common.delaysScalar(def),
  };
}
