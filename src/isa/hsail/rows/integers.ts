// Integers: arithmetic (PRM 5.2), 24-bit operations (5.4), shifts (5.5), bits (5.6, 5.7), moves (5.8).

import { call, type Ex, ops, type Source, select, u32, u64 } from '../../language/expr.js';
import { type AluRow, rowsOf, SLOTS } from '../family.js';

/** One width of integers. */
export interface Width<T extends 'u32' | 'u64'> {
  readonly bits: 32 | 64;
  read(source: Source): Ex<T>;
  value(value: bigint): Ex<T>;
  add(a: Ex<T>, b: Ex<T>): Ex<T>;
  sub(a: Ex<T>, b: Ex<T>): Ex<T>;
  mul(a: Ex<T>, b: Ex<T>): Ex<T>;
  and(a: Ex<T>, b: Ex<T>): Ex<T>;
  or(a: Ex<T>, b: Ex<T>): Ex<T>;
  xor(a: Ex<T>, b: Ex<T>): Ex<T>;
  not(a: Ex<T>): Ex<T>;
  shl(a: Ex<T>, count: Ex<'u32'>): Ex<T>;
  shr(signed: boolean, a: Ex<T>, count: Ex<'u32'>): Ex<T>;
  less(signed: boolean, a: Ex<T>, b: Ex<T>): Ex<'b1'>;
  equal(a: Ex<T>, b: Ex<T>): Ex<'b1'>;
  mulHigh(signed: boolean, a: Ex<T>, b: Ex<T>): Ex<T>;
  divide(signed: boolean, remainder: boolean, a: Ex<T>, b: Ex<T>): Ex<T>;
  leadingZeros(a: Ex<T>): Ex<'u32'>;
  trailingZeros(a: Ex<T>): Ex<'u32'>;
  count(a: Ex<T>): Ex<'u32'>;
  reverse(a: Ex<T>): Ex<T>;
}

const quotient = (signed: boolean, remainder: boolean, a: Ex<'u64'>, b: Ex<'u64'>): Ex<'u64'> =>
  call('u64', 'integer_quotient', a, b, u32(Number(signed) | (Number(remainder) << 1)));

/** A quotient of doubles, of which each operand is one exactly, is never rounded up to the next integer. */
function divide32(signed: boolean, remainder: boolean, a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> {
  const [number, integer] = signed ? [ops.f64FromS, ops.sFromF64] : [ops.f64FromU, ops.uFromF64];
  const exact = integer(call('f64', 'quotient_f64', number(a), number(b)));
  // The only quotient that is too large; its remainder is 0, as it should be.
  const isTooLarge = ops.andB(ops.eq(b, u32(0xffff_ffff)), ops.eq(a, u32(0x8000_0000)));
  const truncated = signed ? select(isTooLarge, a, exact) : exact;
  const isZero = ops.eq(b, u32(0));
  if (!remainder) return select(isZero, u32(0xffff_ffff), truncated);
  return select(isZero, a, ops.sub(a, ops.mul(truncated, b)));
}

export const W32: Width<'u32'> = {
  bits: 32,
  read: (source) => source.u32,
  value: (value) => u32(Number(BigInt.asUintN(32, value))),
  add: ops.add,
  sub: ops.sub,
  mul: ops.mul,
  and: ops.and,
  or: ops.or,
  xor: ops.xor,
  not: ops.not,
  shl: ops.shl,
  shr: (signed, a, count) => (signed ? ops.shrS(a, count) : ops.shrU(a, count)),
  less: (signed, a, b) => (signed ? ops.ltS(a, b) : ops.ltU(a, b)),
  equal: ops.eq,
  mulHigh: (signed, a, b) => (signed ? ops.mulHiS(a, b) : ops.mulHiU(a, b)),
  divide: divide32,
  leadingZeros: ops.clz,
  trailingZeros: ops.ctz,
  count: ops.popcnt,
  reverse: ops.brev,
};

function mulHigh64(signed: boolean, a: Ex<'u64'>, b: Ex<'u64'>): Ex<'u64'> {
  const [al, ah, bl, bh] = [ops.lo(a), ops.hi(a), ops.lo(b), ops.hi(b)];
  const low = ops.zext64(ops.hi(ops.mulWideU(al, bl)));
  const first = ops.add64(ops.mulWideU(ah, bl), low);
  const second = ops.add64(ops.mulWideU(al, bh), ops.zext64(ops.lo(first)));
  const carries = ops.add64(ops.zext64(ops.hi(first)), ops.zext64(ops.hi(second)));
  const high = ops.add64(ops.mulWideU(ah, bh), carries);
  if (!signed) return high;
  const where = (negative: Ex<'u64'>, other: Ex<'u64'>): Ex<'u64'> =>
    select(ops.ltS64(negative, u64(0n)), other, u64(0n));
  return ops.sub64(ops.sub64(high, where(a, b)), where(b, a));
}

export const W64: Width<'u64'> = {
  bits: 64,
  read: (source) => source.u64,
  value: u64,
  add: ops.add64,
  sub: ops.sub64,
  mul: ops.mul64,
  and: ops.and64,
  or: ops.or64,
  xor: ops.xor64,
  not: ops.not64,
  shl: ops.shl64,
  shr: (signed, a, count) => (signed ? ops.shrS64(a, count) : ops.shrU64(a, count)),
  less: (signed, a, b) => (signed ? ops.ltS64(a, b) : ops.ltU64(a, b)),
  equal: ops.eq64,
  mulHigh: mulHigh64,
  divide: quotient,
  leadingZeros: ops.clz64,
  trailingZeros: ops.ctz64,
  count: ops.popcnt64,
  reverse: ops.brev64,
};

/** The truth value of a control register, which holds 0 or 1. */
export const truth = (source: Source): Ex<'b1'> => ops.ne(source.u32, u32(0));

type Binary<T extends 'u32' | 'u64'> = (a: Ex<T>, b: Ex<T>) => Ex<T>;

function arithmetic<T extends 'u32' | 'u64'>(w: Width<T>, signed: boolean): AluRow[] {
  const type = `${signed ? 's' : 'u'}${w.bits}`;
  const binary = (name: string, meaning: string, compute: Binary<T>): AluRow => [
    `${name}_${type}`,
    meaning,
    ({ D, S0, S1 }) => [D.set(compute(w.read(S0), w.read(S1)))],
  ];
  const extreme =
    (first: boolean): Binary<T> =>
    (a, b) =>
      select(w.less(signed, a, b), first ? a : b, first ? b : a);
  const carried: Binary<T> = (a, b) => select(w.less(false, w.add(a, b), a), w.value(1n), w.value(0n));
  const borrowed: Binary<T> = (a, b) => select(w.less(false, a, b), w.value(1n), w.value(0n));
  const negated = (a: Ex<T>): Ex<T> => w.sub(w.value(0n), a);
  const rows: AluRow[] = [
    binary('add', 'D = S0 + S1', w.add),
    binary('sub', 'D = S0 - S1', w.sub),
    binary('mul', 'D = S0 * S1', w.mul),
    binary('mulhi', 'D = high half of S0 * S1', (a, b) => w.mulHigh(signed, a, b)),
    binary('div', 'D = S0 / S1, toward zero', (a, b) => w.divide(signed, false, a, b)),
    binary('rem', 'D = remainder of S0 / S1, with the sign of S0', (a, b) => w.divide(signed, true, a, b)),
    binary('max', 'D = the greater one', extreme(false)),
    binary('min', 'D = the smaller one', extreme(true)),
    binary('carry', 'D = carry of S0 + S1', carried),
    binary('borrow', 'D = borrow of S0 - S1', borrowed),
    [
      `mad_${type}`,
      'D = S0 * S1 + S2',
      ({ D, S0, S1, S2 }) => [D.set(w.add(w.mul(w.read(S0), w.read(S1)), w.read(S2)))],
    ],
    [`shl_${type}`, 'D = S0 << S1', ({ D, S0, S1 }) => [D.set(w.shl(w.read(S0), S1.u32))]],
    [`shr_${type}`, 'D = S0 >> S1', ({ D, S0, S1 }) => [D.set(w.shr(signed, w.read(S0), S1.u32))]],
    ...fields(w, signed, type),
  ];
  if (!signed) return rows;
  return [
    ...rows,
    [`neg_${type}`, 'D = -S0', ({ D, S0 }) => [D.set(negated(w.read(S0)))]],
    [
      `abs_${type}`,
      'D = |S0|',
      ({ D, S0 }) => [D.set(select(w.less(true, w.read(S0), w.value(0n)), negated(w.read(S0)), w.read(S0)))],
    ],
  ];
}

/** As many low bits as the count, which is less than the width. */
const lowBits = <T extends 'u32' | 'u64'>(w: Width<T>, count: Ex<'u32'>): Ex<T> =>
  w.sub(w.shl(w.value(1n), count), w.value(1n));

function fields<T extends 'u32' | 'u64'>(w: Width<T>, signed: boolean, type: string): AluRow[] {
  const limited = (source: Source): Ex<'u32'> => ops.and(source.u32, u32(w.bits - 1));
  const extract = (value: Ex<T>, offset: Ex<'u32'>, width: Ex<'u32'>): Ex<T> => {
    const up = ops.sub(ops.sub(u32(w.bits), width), offset);
    const moved = w.shr(signed, w.shl(value, up), ops.sub(u32(w.bits), width));
    return select(ops.eq(width, u32(0)), w.value(0n), moved);
  };
  const position = (count: Ex<'u32'>): Ex<'u32'> => select(ops.eq(count, u32(w.bits)), u32(-1), count);
  const fromTop = (value: Ex<T>): Ex<T> =>
    signed ? select(w.less(true, value, w.value(0n)), w.not(value), value) : value;
  return [
    [
      `bitextract_${type}`,
      'D = S2 bits of S0 from bit S1 on',
      ({ D, S0, S1, S2 }) => [D.set(extract(w.read(S0), limited(S1), limited(S2)))],
    ],
    [
      `bitinsert_${type}`,
      'D = S0 with S3 low bits of S1 from bit S2 on',
      ({ D, S0, S1, S2, S3 }) => {
        const mask = lowBits(w, limited(S3));
        const kept = w.and(w.read(S0), w.not(w.shl(mask, limited(S2))));
        return [D.set(w.or(kept, w.shl(w.and(w.read(S1), mask), limited(S2))))];
      },
    ],
    [
      `firstbit_u32_${type}`,
      'D = place of the first bit from the top that is set, of signed ones that differs from the sign; -1: none',
      ({ D, S0 }) => [D.set(position(w.leadingZeros(fromTop(w.read(S0)))))],
    ],
    [
      `lastbit_u32_${type}`,
      'D = number of the lowest bit that is set; -1: none',
      ({ D, S0 }) => [D.set(position(w.trailingZeros(w.read(S0))))],
    ],
  ];
}

function bits<T extends 'u32' | 'u64'>(w: Width<T>): AluRow[] {
  const type = `b${w.bits}`;
  return [
    [`and_${type}`, 'D = S0 & S1', ({ D, S0, S1 }) => [D.set(w.and(w.read(S0), w.read(S1)))]],
    [`or_${type}`, 'D = S0 | S1', ({ D, S0, S1 }) => [D.set(w.or(w.read(S0), w.read(S1)))]],
    [`xor_${type}`, 'D = S0 ^ S1', ({ D, S0, S1 }) => [D.set(w.xor(w.read(S0), w.read(S1)))]],
    [`not_${type}`, 'D = ~S0', ({ D, S0 }) => [D.set(w.not(w.read(S0)))]],
    [`mov_${type}`, 'D = S0', ({ D, S0 }) => [D.set(w.read(S0))]],
    [`cmov_${type}`, 'D = S0 ? S1 : S2', ({ D, S0, S1, S2 }) => [D.set(select(truth(S0), w.read(S1), w.read(S2)))]],
    [`popcount_u32_${type}`, 'D = number of bits that are set', ({ D, S0 }) => [D.set(w.count(w.read(S0)))]],
    [`bitrev_${type}`, 'D = bits of S0 in reverse order', ({ D, S0 }) => [D.set(w.reverse(w.read(S0)))]],
    [
      `bitmask_${type}`,
      'D = S1 bits set from bit S0 on',
      ({ D, S0, S1 }) => {
        const limited = (source: Source): Ex<'u32'> => ops.and(source.u32, u32(w.bits - 1));
        return [D.set(w.shl(lowBits(w, limited(S1)), limited(S0)))];
      },
    ],
    [
      `bitselect_${type}`,
      'D = bits of S1 where S0 has ones, of S2 elsewhere',
      ({ D, S0, S1, S2 }) => [D.set(w.or(w.and(w.read(S0), w.read(S1)), w.and(w.not(w.read(S0)), w.read(S2))))],
    ],
  ];
}

const low24 = (signed: boolean, source: Source): Ex<'u32'> =>
  signed ? ops.shrS(ops.shl(source.u32, u32(8)), u32(8)) : ops.and(source.u32, u32(0xffffff));

/** Products of 24-bit numbers. */
function narrow(signed: boolean): AluRow[] {
  const type = signed ? 's32' : 'u32';
  const low = (a: Source, b: Source): Ex<'u32'> => ops.mul(low24(signed, a), low24(signed, b));
  const high = (a: Source, b: Source): Ex<'u32'> =>
    signed ? ops.mulHiS(low24(true, a), low24(true, b)) : ops.mulHiU(low24(false, a), low24(false, b));
  return [
    [`mul24_${type}`, 'D = S0 * S1 of 24 bits', ({ D, S0, S1 }) => [D.set(low(S0, S1))]],
    [`mul24hi_${type}`, 'D = high half of S0 * S1 of 24 bits', ({ D, S0, S1 }) => [D.set(high(S0, S1))]],
    [`mad24_${type}`, 'D = S0 * S1 of 24 bits + S2', ({ D, S0, S1, S2 }) => [D.set(ops.add(low(S0, S1), S2.u32))]],
    [
      `mad24hi_${type}`,
      'D = high half of S0 * S1 of 24 bits + S2',
      ({ D, S0, S1, S2 }) => [D.set(ops.add(high(S0, S1), S2.u32))],
    ],
  ];
}

const one = (value: Ex<'b1'>): Ex<'u32'> => ops.fromBool(value);
const CONTROL: readonly AluRow[] = [
  ['and_b1', 'D = S0 & S1', ({ D, S0, S1 }) => [D.set(one(ops.andB(truth(S0), truth(S1))))]],
  ['or_b1', 'D = S0 | S1', ({ D, S0, S1 }) => [D.set(one(ops.orB(truth(S0), truth(S1))))]],
  ['xor_b1', 'D = S0 ^ S1', ({ D, S0, S1 }) => [D.set(one(ops.xorB(truth(S0), truth(S1))))]],
  ['not_b1', 'D = !S0', ({ D, S0 }) => [D.set(one(ops.notB(truth(S0))))]],
  ['mov_b1', 'D = S0', ({ D, S0 }) => [D.set(one(truth(S0)))]],
  ['cmov_b1', 'D = S0 ? S1 : S2', ({ D, S0, S1, S2 }) => [D.set(one(select(truth(S0), truth(S1), truth(S2))))]],
];

/** Moves of more than one register. */
const WIDE: readonly AluRow[] = [
  ['mov_b128', 'D = S0', ({ D, S0 }) => [0, 1, 2, 3].map((n) => D.at(n).set(S0.at(n).u32))],
  ['combine_v2_b64_b32', 'D = S0, S1', ({ D, S0, S1 }) => [D.set(ops.pack(S0.u32, S1.u32))]],
  ['combine_v2_b128_b64', 'D = S0, S1', ({ D, S0, S1 }) => [D.set(S0.u64), D.at(2).set(S1.u64)]],
  [
    'combine_v4_b128_b32',
    'D = S0, S1, S2, S3',
    ({ D, S0, S1, S2, S3 }) => [S0, S1, S2, S3].map((source, n) => D.at(n).set(source.u32)),
  ],
  [
    'bitalign_b32',
    'D = (S1:S0 >> S2[4:0]), low half',
    ({ D, S0, S1, S2 }) => [D.set(ops.lo(ops.shrU64(ops.pack(S0.u32, S1.u32), ops.and(S2.u32, u32(31)))))],
  ],
  [
    'bytealign_b32',
    'D = (S1:S0 >> 8 * S2[1:0]), low half',
    ({ D, S0, S1, S2 }) => [
      D.set(ops.lo(ops.shrU64(ops.pack(S0.u32, S1.u32), ops.shl(ops.and(S2.u32, u32(3)), u32(3))))),
    ],
  ],
];

export const INTEGER = rowsOf('IL_INTEGER', SLOTS, [
  ...arithmetic(W32, false),
  ...arithmetic(W32, true),
  ...arithmetic(W64, false),
  ...arithmetic(W64, true),
  ...bits(W32),
  ...bits(W64),
  ...narrow(false),
  ...narrow(true),
  ...CONTROL,
  ...WIDE,
]);
