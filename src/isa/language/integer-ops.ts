// The integer, truth and bit operators of expr.ts on bit patterns, as plainly as they can be said. Together with
// float-ops.ts this is the meaning of the whole vocabulary.

import { memberOf } from '../../util/required.js';
import { OPS, type OpName } from './expr.js';
import { FLOAT_OPERATORS, type FloatModes } from './float-ops.js';

/** Each takes as many as it has. */
type Operator = (a: bigint, b: bigint, c: bigint) => bigint;

const truth = (value: boolean): bigint => (value ? 1n : 0n);
const unsigned = BigInt.asUintN;
const signed = BigInt.asIntN;

const bitsOf = (value: bigint, width: number): string => value.toString(2).padStart(width, '0');
const leadingZeros = (value: bigint, width: number): bigint => {
  const first = bitsOf(value, width).indexOf('1');
  return BigInt(first < 0 ? width : first);
};
const trailingZeros = (value: bigint, width: number): bigint => {
  const last = bitsOf(value, width).lastIndexOf('1');
  return BigInt(last < 0 ? width : width - 1 - last);
};
const ones = (value: bigint): bigint => BigInt(bitsOf(value, 1).replaceAll('0', '').length);
const reversed = (value: bigint, width: number): bigint => BigInt(`0b${[...bitsOf(value, width)].reverse().join('')}`);

/** Operators that exist for 32 and 64 bits. */
function widthOperators(width: 32 | 64) {
  const wrap = (value: bigint): bigint => unsigned(width, value);
  const count = (n: bigint): bigint => n & BigInt(width - 1);
  return {
    add: (a, b) => wrap(a + b),
    sub: (a, b) => wrap(a - b),
    mul: (a, b) => wrap(a * b),
    and: (a, b) => a & b,
    or: (a, b) => a | b,
    xor: (a, b) => a ^ b,
    not: (a) => wrap(~a),
    shl: (a, n) => wrap(a << count(n)),
    shrU: (a, n) => a >> count(n),
    shrS: (a, n) => wrap(signed(width, a) >> count(n)),
    eq: (a, b) => truth(a === b),
    ne: (a, b) => truth(a !== b),
    ltU: (a, b) => truth(a < b),
    leU: (a, b) => truth(a <= b),
    ltS: (a, b) => truth(signed(width, a) < signed(width, b)),
    leS: (a, b) => truth(signed(width, a) <= signed(width, b)),
    clz: (a) => leadingZeros(a, width),
    ctz: (a) => trailingZeros(a, width),
    popcnt: (a) => ones(a),
    brev: (a) => reversed(a, width),
  } satisfies Record<string, Operator>;
}

const choose: Operator = (condition, then, otherwise) => (condition === 1n ? then : otherwise);
const same: Operator = (a) => a;

const wide = Object.fromEntries(
  Object.entries(widthOperators(64)).map(([name, operator]) => [`${name}64`, operator]),
) as unknown as { [K in keyof ReturnType<typeof widthOperators> as `${K}64`]: Operator };

const INTEGER_OPERATORS = {
  ...widthOperators(32),
  ...wide,
  mulHiU: (a, b) => (a * b) >> 32n,
  mulHiS: (a, b) => unsigned(32, (signed(32, a) * signed(32, b)) >> 32n),
  mulWideU: (a, b) => a * b,
  mulWideS: (a, b) => unsigned(64, signed(32, a) * signed(32, b)),
  zext64: same,
  sext64: (a) => unsigned(64, signed(32, a)),
  lo: (a) => unsigned(32, a),
  hi: (a) => a >> 32n,
  pack: (low, high) => low | (high << 32n),
  andB: (a, b) => a & b,
  orB: (a, b) => a | b,
  xorB: (a, b) => a ^ b,
  notB: (a) => 1n - a,
  fromBool: same,
  selU32: choose,
  selU64: choose,
  selB: choose,
  selF32: choose,
  selF64: choose,
  asF32: same,
  asU32: same,
  asF64: same,
  asU64: same,
} satisfies Partial<Record<OpName, Operator>>;

const OPERATORS: Readonly<Record<string, ((modes: FloatModes, ...args: readonly bigint[]) => bigint) | undefined>> = {
  ...FLOAT_OPERATORS,
  ...Object.fromEntries(
    Object.entries(INTEGER_OPERATORS).map(([name, operator]) => [
      name,
      (_modes: FloatModes, a: bigint, b: bigint, c: bigint) => (operator as Operator)(a, b, c),
    ]),
  ),
};

const undefinedOperators = Object.keys(OPS).filter((name) => !OPERATORS[name]);
if (undefinedOperators.length > 0) throw new TypeError(`operators without a meaning: ${undefinedOperators.join(', ')}`);

/** Applies a pure operator to bit patterns; truth values are 0n and 1n. */
export const applyOperator = (op: OpName, modes: FloatModes, args: readonly bigint[]): bigint =>
  memberOf(OPERATORS, op, 'operator')(modes, ...args);
