// Time of HSAIL as its simulators have it: a scoreboard in place of waits, no scalar unit. An instruction occupies its
// SIMD once, for the rate of the most similar class of machine code, however many instructions that has.

import { decode } from '../decode.js';
import type { InstructionDef } from '../define.js';
import type { Isa } from '../isa.js';
import type { TimingFacts, VectorRate } from '../rates.js';
import { VECTOR } from './registers.js';

/** The first that fits decides. */
const RATES: readonly (readonly [RegExp, VectorRate])[] = [
  [/^(?:neg|abs|copysign|ld|st|mov)_/, 'full'],
  [/^(?:mul|mad|fma|div|sqrt|nrcp|nsqrt|nrsqrt|nfma)_(?:\w+_)?f64$/, 'multiply64'],
  [/_f64/, 'add64'],
  [/^(?:sqrt|nrcp|nsqrt|nrsqrt|nsin|ncos|nexp2|nlog2)_/, 'transcendental32'],
  [/^div_(?:\w+_)?f(?:16|32)$/, 'divide32'],
  [/^(?:fma|mad|nfma)_(?:\w+_)?f32$/, 'fma32'],
  [/^(?:mul|mulhi|mad|div|rem)_[us](?:32|64)$/, 'multiply32'],
  [/^(?:shl|shr)_[us]64$/, 'shift64'],
];

const vectorRate = ({ name }: InstructionDef): VectorRate =>
  RATES.find(([pattern]) => pattern.test(name))?.[1] ?? 'full';

/** Registers that HSAIL names lie behind those of the loader. */
function registersOf(isa: Isa, code: Uint32Array) {
  let end: number = VECTOR.first;
  for (let word = 0; word < code.length; ) {
    const decoded = decode(isa, code, word);
    if (!decoded.ok) break;
    const { instruction } = decoded;
    for (const operand of Object.values(instruction.operands))
      if (operand.kind === 'vgpr') end = Math.max(end, operand.index + operand.count);
    word += instruction.size / 4;
  }
  return { vgprs: Math.max(1, end - VECTOR.first), sgprs: 0 };
}

const ALL_OVER = { vm: 0, exp: 0, lgkm: 0 };

/** @param isa HSAIL, whose table is not there yet */
export const timingOf = (isa: () => Isa): TimingFacts => ({
  dependencies: 'scoreboard',
  delaysLong: false,
  registersOf: (code) => registersOf(isa(), code),
  vectorRate,
  scalarRate: () => 'full',
  delaysScalar: () => false,
  /** Accesses before a fence are over behind it. */
  waits: ({ def }) => (def.name === 'memfence' ? ALL_OVER : undefined),
});
