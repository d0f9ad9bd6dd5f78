// Operations on packed floating-point numbers (PRM 5.11, 5.12 with packing controls).

import { type Ex, ops, select, u64 } from '../../language/expr.js';
import type { AluRow } from '../family.js';
import { ARITHMETIC, FLUSHES, modifiersOf, type RoundingChoice, rounded } from './float-types.js';
import { BINARY, type PackedElement as Element, type ElementCompute, rowsFor, UNARY } from './packed.js';
import { floatOf, PACKED_FLOATS, type PackedType } from './packed-types.js';

const binary =
  (of: string, arithmetic: RoundingChoice, type: PackedType): ElementCompute =>
  (a, b) =>
    rounded(of, floatOf(type), arithmetic, a, b);
const unary =
  (of: string, arithmetic: RoundingChoice, type: PackedType): ElementCompute =>
  (a) =>
    rounded(of, floatOf(type), arithmetic, a);

const INTEGRAL = { ceil: 'up', floor: 'down', trunc: 'zero', rint: 'near' } as const;

function signRows(type: PackedType): AluRow[] {
  const sign = 1n << BigInt(type.bits - 1);
  const others = u64(sign - 1n);
  return [
    ...rowsFor('neg', '', 'elements of -S0', type, UNARY, (a) => ops.xor64(a, u64(sign))),
    ...rowsFor('abs', '', 'elements of |S0|', type, UNARY, (a) => ops.and64(a, others)),
    ...rowsFor('copysign', '', 'elements of S0 with the signs of S1', type, BINARY, (a, b) =>
      ops.or64(ops.and64(a, others), ops.and64(b, u64(sign))),
    ),
  ];
}

/** Of a number and NaN the number; zeros in the order of their signs. */
function extreme(type: PackedType, arithmetic: RoundingChoice, first: boolean): ElementCompute {
  const float = floatOf(type);
  const sign = 1n << BigInt(type.bits - 1);
  const fraction = BigInt({ 16: 10, 32: 23, 64: 52 }[float.bits]);
  const infinity = sign - (1n << fraction);
  const size = (x: Element): Element => ops.and64(x, u64(sign - 1n));
  const isNan = (x: Element): Ex<'b1'> => ops.ltU64(u64(infinity), size(x));
  const flush = (x: Element): Element =>
    arithmetic.ftz ? select(ops.eq64(ops.and64(x, u64(infinity)), u64(0n)), ops.and64(x, u64(sign)), x) : x;
  // Patterns in the order of their numbers.
  const key = (x: Element): Element =>
    select(ops.eq64(ops.and64(x, u64(sign)), u64(0n)), x, ops.sub64(u64(-1n), size(x)));
  return (x, y) => {
    const [a, b] = [flush(x), flush(y)];
    const before = ops.ltS64(key(a), key(b));
    const number = select(before, first ? a : b, first ? b : a);
    const nan = select(isNan(b), ops.or64(a, u64(1n << (fraction - 1n))), b);
    return select(isNan(a), nan, select(isNan(b), a, number));
  };
}

function floatRows(type: PackedType): AluRow[] {
  const rows = ARITHMETIC.flatMap((arithmetic) => {
    const modifiers = modifiersOf(arithmetic);
    const two = (name: string, of: string, meaning: string): AluRow[] =>
      rowsFor(name, modifiers, meaning, type, BINARY, binary(of, arithmetic, type));
    const one = (name: string, of: string, meaning: string): AluRow[] =>
      rowsFor(name, modifiers, meaning, type, UNARY, unary(of, arithmetic, type));
    return [
      ...two('add', 'rounded_add', 'elements of S0 + S1'),
      ...two('sub', 'rounded_sub', 'elements of S0 - S1'),
      ...two('mul', 'rounded_mul', 'elements of S0 * S1'),
      ...two('div', 'rounded_div', 'elements of S0 / S1'),
      ...one('sqrt', 'rounded_sqrt', 'square roots of elements'),
      ...one('fract', 'rounded_fract', 'fractions of elements'),
    ];
  });
  const flushes = FLUSHES.flatMap((arithmetic) => [
    ...Object.entries(INTEGRAL).flatMap(([name, rounding]) =>
      rowsFor(
        name,
        modifiersOf(arithmetic),
        'elements rounded to integral numbers',
        type,
        UNARY,
        unary('rounded_integral', { ...arithmetic, rounding }, type),
      ),
    ),
    ...rowsFor('min', modifiersOf(arithmetic), 'the smaller elements', type, BINARY, extreme(type, arithmetic, true)),
    ...rowsFor('max', modifiersOf(arithmetic), 'the greater elements', type, BINARY, extreme(type, arithmetic, false)),
  ]);
  return [...rows, ...flushes, ...signRows(type)];
}

export const PACKED_FLOAT: readonly AluRow[] = PACKED_FLOATS.flatMap(floatRows);
