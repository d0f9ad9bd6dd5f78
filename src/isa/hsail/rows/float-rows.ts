// How rows of floating-point operations compute: by operators of the language, or by exact functions
// (language/functions/rounded.ts).

import { call, type Ex } from '../../language/expr.js';
import type { AluRow } from '../family.js';
import {
  type FloatKind,
  type FloatOperators,
  modifiersOf,
  type RoundingChoice,
  rounded,
  withNan,
} from './float-types.js';

const INPUTS = ['S0', 'S1', 'S2'] as const;

/** A row of a function, for any type and rounding. */
export const byFunction = (
  name: string,
  meaning: string,
  of: string,
  inputs: number,
  type: FloatKind,
  arithmetic: RoundingChoice,
): AluRow => [
  `${name}${modifiersOf(arithmetic)}_${type.name}`,
  meaning,
  (operands) => [
    type.write(
      operands.D,
      rounded(of, type, arithmetic, ...INPUTS.slice(0, inputs).map((slot) => type.read(operands[slot]))),
    ),
  ],
];

/** The result of an operation that flushes subnormal operands and results. */
function flushedResult<F extends 'f32' | 'f64', B extends 'u32' | 'u64'>(
  n: FloatOperators<F, B>,
  compute: (...operands: readonly Ex<F>[]) => Ex<F>,
  values: readonly Ex<F>[],
): Ex<F> {
  const result = compute(...values);
  if (n.flushing && result.kind === 'op') return n.flushing(result);
  return n.flush(compute(...values.map((value) => n.flush(value))));
}

/** A row of an operator, to nearest. */
export function byOperator<F extends 'f32' | 'f64', B extends 'u32' | 'u64'>(
  n: FloatOperators<F, B>,
  name: string,
  meaning: string,
  inputs: number,
  arithmetic: RoundingChoice,
  compute: (...operands: readonly Ex<F>[]) => Ex<F>,
): AluRow {
  return [
    `${name}${modifiersOf(arithmetic)}_${n.type.name}`,
    meaning,
    (operands) => {
      const values = INPUTS.slice(0, inputs).map((slot) => n.read(operands[slot]));
      const result = arithmetic.ftz ? flushedResult(n, compute, values) : compute(...values);
      return [operands.D.set(withNan(n, result, values))];
    },
  ];
}

export const root32 = (x: Ex<'f32'>): Ex<'f32'> => call('f32', 'sqrt_f32', x);
export const root64 = (x: Ex<'f64'>): Ex<'f64'> => call('f64', 'sqrt_f64', x);
export const quotient32 = (a: Ex<'f32'>, b: Ex<'f32'>): Ex<'f32'> => call('f32', 'quotient_f32', a, b);
export const quotient64 = (a: Ex<'f64'>, b: Ex<'f64'>): Ex<'f64'> => call('f64', 'quotient_f64', a, b);
