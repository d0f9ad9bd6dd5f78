// The pure functions that definitions name by `call`: what the operators of expr.ts cannot express.
//
// A function gets bit patterns (numbers for 32-bit types, bigints for 64-bit types, 0 or 1 for b1) and gives a bit
// pattern of its result type. It is deterministic and uses nothing of the host but IEEE 754 arithmetic, so every engine
// can compute the same bits. Those of floating-point numbers round to nearest, ties to even, whatever MODE says; a NaN
// result is the canonical one.

import type { Ty } from './expr.js';
import { byteDifferences, maskedByteDifferences } from './functions/bytes.js';
import { EXCEPTION_FUNCTIONS } from './functions/float-exceptions.js';
import { HALF_FUNCTIONS } from './functions/half.js';
import { dppLane } from './functions/lanes.js';
import { MARKED_FUNCTIONS, RAISED_FUNCTIONS } from './functions/raised-exceptions.js';
import {
  quotient32,
  quotient64,
  reciprocal32,
  reciprocal64,
  reciprocalRoot32,
  reciprocalRoot64,
  root32,
  root64,
} from './functions/roots.js';
import { ROUNDED_FUNCTIONS } from './functions/rounded.js';
import { trigPreop } from './functions/trig-preop.js';

/** A bit pattern: number for b1, u32 and f32, bigint for u64 and f64. */
export type WordBits = number | bigint;

export interface PureFunction {
  readonly result: Ty;
  readonly args: readonly Ty[];
  /** Meaning and precision: for the tables. */
  readonly meaning: string;
  /** @param args bit patterns by `args` @param mode the MODE register @returns the result's bit pattern */
  readonly evaluate: (args: readonly WordBits[], mode: number) => WordBits;
}

const f32 = (compute: (x: number) => number, meaning: string): PureFunction => ({
  result: 'f32',
  args: ['f32'],
  meaning,
  evaluate: ([x]) => compute(x as number),
});
const f64 = (compute: (x: bigint) => bigint, meaning: string): PureFunction => ({
  result: 'f64',
  args: ['f64'],
  meaning,
  evaluate: ([x]) => compute(x as bigint),
});

const ofWords = (compute: (a: number, b: number) => number, meaning: string): PureFunction => ({
  result: 'u32',
  args: ['u32', 'u32'],
  meaning,
  evaluate: ([a, b]) => compute(a as number, b as number),
});

/** Functions that definitions name. They flush denormals themselves where the instruction does. */
const NAMED_FUNCTIONS = {
  rcp_f32: f32(reciprocal32, '1 / x, correctly rounded'),
  rsq_f32: f32(reciprocalRoot32, '1 / sqrt(x) in f64, then rounded: within 0.5000001 ulp'),
  sqrt_f32: f32(root32, 'sqrt(x), correctly rounded'),
  rcp_f64: f64(reciprocal64, '1 / x, correctly rounded (the hardware promises 2 ** -29 relative)'),
  rsq_f64: f64(reciprocalRoot64, '1 / sqrt(x), two roundings: within 1 ulp'),
  sqrt_f64: f64(root64, 'sqrt(x), correctly rounded'),
  quotient_f32: {
    result: 'f32',
    args: ['f32', 'f32'],
    meaning: 'x / y, correctly rounded',
    evaluate: ([x, y]) => quotient32(x as number, y as number),
  },
  quotient_f64: {
    result: 'f64',
    args: ['f64', 'f64'],
    meaning: 'x / y, correctly rounded',
    evaluate: ([x, y]) => quotient64(x as bigint, y as bigint),
  },
  byte_differences: ofWords(byteDifferences, 'sum of |a - b| over the four bytes'),
  masked_byte_differences: ofWords(maskedByteDifferences, 'the same without bytes of which b is 0'),
  trig_preop_f64: {
    result: 'f64',
    args: ['f64', 'u32'],
    meaning: '53 bits of 2 / pi for the reduction of x, from bit 53 * segment on; exact',
    evaluate: ([x, segment]) => trigPreop(x as bigint, segment as number),
  },
  ...HALF_FUNCTIONS,
  ...ROUNDED_FUNCTIONS,
  ...EXCEPTION_FUNCTIONS,
  ...MARKED_FUNCTIONS,
  dpp_lane: ofWords(dppLane, 'the lane that a lane reads with DPP, 64 for none; exact'),
} as const satisfies Readonly<Record<string, PureFunction>>;

export type FunctionName = keyof typeof NAMED_FUNCTIONS;

/** Every function by name. */
export const FUNCTIONS: Readonly<Record<string, PureFunction>> = { ...NAMED_FUNCTIONS, ...RAISED_FUNCTIONS };

/** The function of that name, or undefined. */
export const pureFunction = (name: string): PureFunction | undefined =>
  Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
