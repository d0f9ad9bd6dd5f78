// Classes of instructions that differ in rate. Source: the timing tables of CLRX, which are a third party's
// measurements.

import { controlOf } from '../control.js';
import type { InstructionDef } from '../define.js';
import type { ScalarRate, TimingFacts, VectorRate } from '../rates.js';
import type { WaitCounter } from '../wave.js';
import { waitCounts } from './symbols.js';

/** The first that fits decides. */
const VECTOR: readonly (readonly [RegExp, VectorRate])[] = [
  [/^v_(?:rcp|rsq|sqrt|log|exp|sin|cos)(?:_clamp|_legacy|_iflag)*_f32/, 'transcendental32'],
  [/^v_(?:mul_(?:lo|hi)_[iu]32|mad_[iu]64_[iu]32)/, 'multiply32'],
  [/^v_div_(?:scale|fmas|fixup)_f32/, 'divide32'],
  [/^v_(?:(?:mul|fma|ldexp)_f64|div_(?:scale|fmas|fixup)_f64|(?:rcp|rsq|sqrt)(?:_clamp)?_f64)/, 'multiply64'],
  [/^v_(?:lsh[lr]|ashr)_[bi]64/, 'shift64'],
  [/_f64/, 'add64'],
  [/^v_fma_f32/, 'fma32'],
];

export function vectorRate({ name }: InstructionDef): VectorRate {
  return VECTOR.find(([pattern]) => pattern.test(name))?.[1] ?? 'full';
}

function scalarRate({ name }: InstructionDef): ScalarRate {
  if (name.endsWith('_saveexec_b64')) return 'saveexec';
  return name.startsWith('s_setreg') ? 'setreg' : 'full';
}

/** @param counters of s_waitcnt */
export const timingFacts = (counters: readonly WaitCounter[]): TimingFacts => ({
  dependencies: 'waits',
  delaysLong: true,
  vectorRate,
  scalarRate,
  delaysScalar: ({ name }) => /^v_(?:(?:add|sub|subrev|addc|subb|subbrev)_[iu]32|readlane|readfirstlane)/.test(name),
  waits: ({ def, fields }) => (controlOf(def) === 'wait' ? waitCounts(fields['simm16'] ?? 0, counters) : undefined),
});
