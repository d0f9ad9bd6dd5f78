// Classes of instructions that differ in rate: those of Southern Islands, and names that came later. Which cycles a class takes on a chip
// its configuration says.

import { controlOf } from '../control.js';
import type { InstructionDef } from '../define.js';
import type { TimingFacts, VectorRate } from '../rates.js';
import { timing } from '../southern-islands/rates.js';
import { waitCounts } from '../southern-islands/symbols.js';
import type { Generation } from './format-draft.js';
import { countersOf } from './names.js';

/** The first that fits decides; what fits none is as it was. */
const VECTOR: readonly (readonly [RegExp, VectorRate])[] = [
  [/^v_(?:rcp|rsq|sqrt|log|exp|sin|cos)_f16/, 'transcendental32'],
  [/^v_(?:lshl|lshr|ashr)rev_[bi]64/, 'shift64'],
];

const vectorRate = (def: InstructionDef): VectorRate =>
  VECTOR.find(([pattern]) => pattern.test(def.name))?.[1] ?? timing.vectorRate(def);

export function timingOf(generation: Generation): TimingFacts {
  const counters = countersOf(generation);
  return {
    vectorRate,
    scalarRate: timing.scalarRate,
    delaysScalar: (def) => /^v_(?:add|sub|subrev|addc|subb|subbrev)_co_u32/.test(def.name) || timing.delaysScalar(def),
    waits: ({ def, fields }) => (controlOf(def) === 'wait' ? waitCounts(fields['simm16'] ?? 0, counters) : undefined),
  };
}
