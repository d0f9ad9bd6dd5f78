// Operations on packed types (PRM 5.2, 5.11, 5.12 with packing controls), and rearrangements of them (5.9).

import { type Ex, ops, type Source, type Stmt, select, u32, u64 } from '../../language/expr.js';
import { type AluOperands, type AluRow, rowsOf, SLOTS } from '../family.js';
import { comparedNumber, ORDERS } from './comparisons.js';
import { narrowed } from './conversions.js';
import { ARITHMETIC, F16, F32, FLUSHES, modifiersOf, type RoundingChoice, rounded } from './float-types.js';
import { W32, W64 } from './integers.js';
import {
  elementOf,
  elementsOf,
  floatOf,
  PACKED_FLOATS,
  PACKED_INTEGERS,
  PACKED_TYPES,
  type PackedType,
  writeElements,
} from './packed-types.js';

type Element = Ex<'u64'>;
type Compute = (a: Element, b: Element) => Element;

/** Which elements of the operands are used: `p` all, `s` the lowest; a result of `s` alone keeps the others. */
const UNARY = ['p', 's'] as const;
const BINARY = ['pp', 'ps', 'sp', 'ss'] as const;
type Packing = (typeof UNARY)[number] | (typeof BINARY)[number];

const operandElements = (type: PackedType, source: Source, how: string | undefined): readonly Element[] =>
  how === 's' ? Array.from({ length: type.count }, () => elementOf(type, source, 0)) : elementsOf(type, source);

function apply(type: PackedType, packing: Packing, { D, S0, S1 }: AluOperands, compute: Compute): readonly Stmt[] {
  const first = operandElements(type, S0, packing[0]);
  const second = packing.length === 2 ? operandElements(type, S1, packing[1]) : first;
  const lowestOnly = !packing.includes('p');
  const results = first.map((a, index) => {
    if (lowestOnly && index > 0) return elementOf(type, D, index);
    return compute(a, second[index]!);
  });
  return writeElements(type, D, results);
}

const rowsFor = (
  name: string,
  modifiers: string,
  meaning: string,
  type: PackedType,
  packings: readonly Packing[],
  compute: Compute,
  behind = '',
): AluRow[] =>
  packings.map((packing) => [
    `${name}${modifiers}_${packing}${behind}_${type.name}`,
    meaning,
    (operands) => apply(type, packing, operands, compute),
  ]);

/** Limits to the range of an element; exact as long as 64 bits hold the value. */
function limited({ kind, bits }: PackedType, value: Element): Element {
  const top = kind === 's' ? (1n << BigInt(bits - 1)) - 1n : (1n << BigInt(bits)) - 1n;
  const bottom = kind === 's' ? -(1n << BigInt(bits - 1)) : 0n;
  const below = ops.ltS64(value, u64(bottom));
  return select(below, u64(bottom), select(ops.ltS64(u64(top), value), u64(top), value));
}

/** Of elements of 64 bits, which overflow. */
function saturatedWide(name: string, signed: boolean, a: Element, b: Element): Element {
  const zero = u64(0n);
  const value = name === 'add' ? ops.add64(a, b) : name === 'sub' ? ops.sub64(a, b) : ops.mul64(a, b);
  const negative = (x: Element): Ex<'b1'> => ops.ltS64(x, zero);
  const [least, greatest] = [u64(1n << 63n), u64((1n << 63n) - 1n)];
  if (name === 'mul') {
    const high = W64.mulHigh(signed, a, b);
    if (!signed) return select(ops.ne64(high, zero), u64(-1n), value);
    const fits = ops.eq64(high, select(negative(value), u64(-1n), zero));
    return select(fits, value, select(ops.xorB(negative(a), negative(b)), least, greatest));
  }
  if (!signed) {
    if (name === 'add') return select(ops.ltU64(value, a), u64(-1n), value);
    return select(ops.ltU64(a, b), zero, value);
  }
  const other = name === 'add' ? b : ops.not64(b);
  const overflows = ops.andB(ops.notB(ops.xorB(negative(a), negative(other))), ops.xorB(negative(value), negative(a)));
  return select(overflows, select(negative(a), least, greatest), value);
}

/** Products of 32-bit elements without sign need all 64 bits. */
function saturated(name: string, type: PackedType, a: Element, b: Element): Element {
  if (type.bits === 64) return saturatedWide(name, type.kind === 's', a, b);
  const value = name === 'add' ? ops.add64(a, b) : name === 'sub' ? ops.sub64(a, b) : ops.mul64(a, b);
  if (name === 'mul' && type.kind === 'u') {
    const top = u64((1n << BigInt(type.bits)) - 1n);
    return select(ops.ltU64(top, value), top, value);
  }
  return limited(type, value);
}

function integerRows(type: PackedType): AluRow[] {
  const signed = type.kind === 's';
  const bits = u32(type.bits);
  const high: Compute = (a, b) =>
    type.bits === 64 ? W64.mulHigh(signed, a, b) : W64.shr(signed, ops.mul64(a, b), bits);
  const extreme =
    (first: boolean): Compute =>
    (a, b) =>
      select(W64.less(signed, a, b), first ? a : b, first ? b : a);
  const sums: readonly (readonly [string, string, Compute])[] = [
    ['add', 'elements of S0 + S1', ops.add64],
    ['sub', 'elements of S0 - S1', ops.sub64],
    ['mul', 'elements of S0 * S1', ops.mul64],
  ];
  const shift = (left: boolean): AluRow => [
    `${left ? 'shl' : 'shr'}_${type.name}`,
    `elements of S0 ${left ? '<<' : '>>'} S1`,
    ({ D, S0, S1 }) => {
      const count = ops.and(S1.u32, u32(type.bits - 1));
      const moved = (element: Element): Element => (left ? W64.shl(element, count) : W64.shr(signed, element, count));
      return writeElements(type, D, elementsOf(type, S0).map(moved));
    },
  ];
  const unary: AluRow[] = !signed
    ? []
    : [
        ...rowsFor('neg', '', 'elements of -S0', type, UNARY, (a) => ops.sub64(u64(0n), a)),
        ...rowsFor('abs', '', 'elements of |S0|', type, UNARY, (a) =>
          select(ops.ltS64(a, u64(0n)), ops.sub64(u64(0n), a), a),
        ),
      ];
  return [
    ...sums.flatMap(([name, meaning, compute]) => [
      ...rowsFor(name, '', meaning, type, BINARY, compute),
      ...rowsFor(name, '', `${meaning}, limited`, type, BINARY, (a, b) => saturated(name, type, a, b), '_sat'),
    ]),
    ...rowsFor('mulhi', '', 'high halves of elements of S0 * S1', type, BINARY, high),
    ...rowsFor('max', '', 'the greater elements', type, BINARY, extreme(false)),
    ...rowsFor('min', '', 'the smaller elements', type, BINARY, extreme(true)),
    ...unary,
    shift(true),
    shift(false),
  ];
}

/** Elements of either kind: chosen, and put elsewhere. */
function rearrangements(type: PackedType): AluRow[] {
  const own = (source: Source): readonly Element[] => elementsOf(type, source);
  const { count, bits, name } = type;
  const half = count / 2;
  const mix =
    (from: number) =>
    ({ D, S0, S1 }: AluOperands) => {
      const [a, b] = [own(S0), own(S1)];
      const mixed = Array.from({ length: half }, (_, n) => [a[from + n]!, b[from + n]!]).flat();
      return writeElements(type, D, mixed);
    };
  const rows: AluRow[] = [
    [
      `cmov_${name}`,
      'elements of S1 where those of S0 are not 0, of S2 elsewhere',
      ({ D, S0, S1, S2 }) => {
        const mask = { ...type, kind: 'u' } as const;
        const [conditions, a, b] = [elementsOf(mask, S0), own(S1), own(S2)];
        return writeElements(
          type,
          D,
          conditions.map((each, n) => select(ops.ne64(each, u64(0n)), a[n]!, b[n]!)),
        );
      },
    ],
    [
      `pack_${name}`,
      'S0 with S1 as the element whose number is S2',
      ({ D, S0, S1, S2 }) => {
        const index = ops.and(S2.u32, u32(count - 1));
        const value = bits === 64 ? S1.u64 : ops.zext64(S1.u32);
        return writeElements(
          type,
          D,
          own(S0).map((each, n) => select(ops.eq(index, u32(n)), value, each)),
        );
      },
    ],
    [
      `unpack_${name}`,
      'the element of S0 whose number is S1',
      ({ D, S0, S1 }) => {
        const index = ops.and(S1.u32, u32(count - 1));
        const chosen = own(S0).reduce((others, each, n) => select(ops.eq(index, u32(n)), each, others));
        return [bits === 64 ? D.set(chosen) : D.set(ops.lo(chosen))];
      },
    ],
  ];
  if (bits * count === 128) return rows;
  const selectBits = Math.log2(count);
  const shuffled = ({ D, S0, S1, S2 }: AluOperands): readonly Stmt[] => {
    const [a, b] = [own(S0), own(S1)];
    const choose = (n: number): Element => {
      const index = ops.and(ops.shrU(S2.u32, u32(n * selectBits)), u32(count - 1));
      return (n < half ? a : b).reduce((others, each, m) => select(ops.eq(index, u32(m)), each, others));
    };
    return writeElements(
      type,
      D,
      Array.from({ length: count }, (_, n) => choose(n)),
    );
  };
  return [
    ...rows,
    [`shuffle_${name}`, 'low elements chosen from S0, high ones from S1, as S2 says', shuffled],
    [`unpacklo_${name}`, 'low elements of S0 and S1 in turn', mix(0)],
    [`unpackhi_${name}`, 'high elements of S0 and S1 in turn', mix(half)],
  ];
}

const binary =
  (of: string, arithmetic: RoundingChoice, type: PackedType): Compute =>
  (a, b) =>
    rounded(of, floatOf(type), arithmetic, a, b);
const unary =
  (of: string, arithmetic: RoundingChoice, type: PackedType): Compute =>
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
function extreme(type: PackedType, arithmetic: RoundingChoice, first: boolean): Compute {
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

const BY_INTEGERS: Readonly<Record<string, (signed: boolean, a: Element, b: Element) => Ex<'b1'>>> = {
  eq: (_signed, a, b) => ops.eq64(a, b),
  ne: (_signed, a, b) => ops.ne64(a, b),
  lt: (signed, a, b) => W64.less(signed, a, b),
  le: (signed, a, b) => ops.notB(W64.less(signed, b, a)),
  gt: (signed, a, b) => W64.less(signed, b, a),
  ge: (signed, a, b) => ops.notB(W64.less(signed, a, b)),
};

/** An element as an operand, for what reads operands. */
function asSource(type: PackedType, element: Element): Source {
  const float = floatOf(type);
  const word = ops.lo(element);
  const source = { u32: word, f32: ops.asF32(word), u64: element, f64: ops.asF64(element) };
  if (float === F16 || float === F32 || type.bits === 64) return source as Source;
  throw new TypeError(`${type.name} has no such elements`);
}

/** Results are all ones or 0, in elements of the same size. */
function comparisons(type: PackedType, ftz: boolean): AluRow[] {
  const orders: Readonly<Record<string, (a: Element, b: Element) => Ex<'b1'>>> =
    type.kind === 'f'
      ? Object.fromEntries(
          Object.entries(ORDERS).map(([name, order]) => {
            const number = (x: Element) => comparedNumber(floatOf(type), ftz, asSource(type, x));
            return [name, (a: Element, b: Element) => order(number(a), number(b))];
          }),
        )
      : Object.fromEntries(
          Object.entries(BY_INTEGERS).map(([name, order]) => [
            name,
            (a: Element, b: Element) => order(type.kind === 's', a, b),
          ]),
        );
  return Object.entries(orders).map(([name, order]) => [
    `cmp_${name}${ftz ? '_ftz' : ''}_pp_u${type.bits}x${type.count}_${type.name}`,
    'elements compared',
    ({ D, S0, S1 }) => {
      const [a, b] = [elementsOf(type, S0), elementsOf(type, S1)];
      const results = a.map((each, n) => select(order(each, b[n]!), u64(-1n), u64(0n)));
      return writeElements(type, D, results);
    },
  ]);
}

const bytes = (source: Source): readonly Ex<'u32'>[] =>
  [0, 8, 16, 24].map((bit) => narrowed({ bits: 8, signed: false }, ops.shrU(source.u32, u32(bit))));
const packedBytes = (values: readonly Ex<'u32'>[]): Ex<'u32'> =>
  values.map((value, n) => ops.shl(ops.and(value, u32(0xff)), u32(8 * n))).reduce(ops.or);
const distance = (a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> => select(ops.ltU(a, b), W32.sub(b, a), W32.sub(a, b));
const differences = (a: readonly Ex<'u32'>[], b: readonly Ex<'u32'>[]): Ex<'u32'> =>
  a.map((each, n) => distance(each, b[n]!)).reduce(ops.add);
const shorts = (source: Source): readonly Ex<'u32'>[] => [
  ops.and(source.u32, u32(0xffff)),
  ops.shrU(source.u32, u32(16)),
];

/** A number to the nearest integer of a byte, limited; NaN gives 0. */
const byteOf = (source: Source): Ex<'u32'> => {
  const integer = ops.uFromF32(ops.frint(source.f32));
  return select(ops.ltU(u32(255), integer), u32(255), integer);
};

/** Multimedia operations (PRM 5.15). */
const multimedia: readonly AluRow[] = [
  [
    'packcvt_u8x4_f32',
    'D = S0 to S3 as bytes, rounded and limited',
    ({ D, S0, S1, S2, S3 }) => [D.set(packedBytes([S0, S1, S2, S3].map(byteOf)))],
  ],
  [
    'unpackcvt_f32_u8x4',
    'D = byte S1 of S0 as a number',
    ({ D, S0, S1 }) => [
      D.set(ops.f32FromU(ops.and(ops.shrU(S0.u32, ops.shl(ops.and(S1.u32, u32(3)), u32(3))), u32(0xff)))),
    ],
  ],
  [
    'lerp_u8x4',
    'bytes of (S0 + S1 + lowest bit of S2) / 2',
    ({ D, S0, S1, S2 }) => {
      const [a, b, c] = [bytes(S0), bytes(S1), bytes(S2)];
      return [
        D.set(packedBytes(a.map((x, n) => ops.shrU(ops.add(ops.add(x, b[n]!), ops.and(c[n]!, u32(1))), u32(1))))),
      ];
    },
  ],
  ['sad_u32_u32', 'D = |S0 - S1| + S2', ({ D, S0, S1, S2 }) => [D.set(ops.add(distance(S0.u32, S1.u32), S2.u32))]],
  [
    'sad_u32_u16x2',
    'D = sum of |S0 - S1| of elements + S2',
    ({ D, S0, S1, S2 }) => [D.set(ops.add(differences(shorts(S0), shorts(S1)), S2.u32))],
  ],
  [
    'sad_u32_u8x4',
    'D = sum of |S0 - S1| of elements + S2',
    ({ D, S0, S1, S2 }) => [D.set(ops.add(differences(bytes(S0), bytes(S1)), S2.u32))],
  ],
  [
    'sadhi_u16x2_u8x4',
    'D = S2 with the sum of |S0 - S1| of elements added to its high half',
    ({ D, S0, S1, S2 }) => [D.set(ops.add(ops.shl(differences(bytes(S0), bytes(S1)), u32(16)), S2.u32))],
  ],
];

export const PACKED = rowsOf('IL_PACKED', SLOTS, [...PACKED_INTEGERS.flatMap(integerRows), ...multimedia]);
export const PACKED_FLOAT = rowsOf('IL_PACKED_FLOAT', SLOTS, PACKED_FLOATS.flatMap(floatRows));
export const PACKED_MOVES: readonly AluRow[] = [
  ...PACKED_TYPES.flatMap(rearrangements),
  ...PACKED_TYPES.flatMap((type) => comparisons(type, false)),
  ...PACKED_FLOATS.flatMap((type) => comparisons(type, true)),
];
