// VOP3 that Southern Islands does not have. Source: "AMD GCN3 ISA", "AMD Vega ISA", "VOP3 Instructions".

import { maximumS, maximumU, minimumS, minimumU, packHalves } from '../../common/families/bytes.js';
import type { InstructionRow } from '../../define.js';
import { raising } from '../../language/exception-marks.js';
import { call, type Destination, type Ex, flag, ops, type Stmt, select, u32 } from '../../language/expr.js';
import { type RestatedRow, refused, vop3, vop3b } from '../family.js';
import {
  half,
  halfResult,
  normalizedSigned,
  normalizedUnsigned,
  selectedHalf,
  selectedWord,
  setHalf,
  signed16,
  unsigned16,
  word,
} from '../halves.js';
import { selectBytes } from '../select-bytes.js';

type Slots = 'D' | 'S0' | 'S1' | 'S2';
interface Quad {
  readonly D: Destination;
  readonly S0: Destination;
  readonly S1: Destination;
  readonly S2: Destination;
}
/** The magnitude of infinity. */
const INFINITY16 = 0x7c00;

type Ternary = (a: Ex<'u32'>, b: Ex<'u32'>, c: Ex<'u32'>) => Ex<'u32'>;

const { add, and, mul, or, shl, xor } = ops;

const ofU32 = (meaning: string, compute: Ternary): RestatedRow<Slots> => [
  meaning,
  ({ D, S0, S1, S2 }: Quad): Stmt[] => [D.set(compute(S0.u32, S1.u32, S2.u32))],
];

/** gfx8's: low halves, and the upper half of the result is 0. */
const legacyHalf = (meaning: string, compute: Ternary): RestatedRow<Slots> => [
  meaning,
  ({ D, S0, S1, S2 }: Quad): Stmt[] => [
    D.set(halfResult(compute(unsigned16(S0.f16), unsigned16(S1.f16), unsigned16(S2.f16)))),
  ],
];
const legacyWord = (meaning: string, signed: boolean): RestatedRow<Slots> => [
  meaning,
  ({ D, S0, S1, S2 }: Quad): Stmt[] => {
    const read = signed ? signed16 : unsigned16;
    return [D.set(multiplyAddWord(read(S0.u32), read(S1.u32), read(S2.u32), signed))];
  },
];

/** a * b + c in 16 bits, saturated with clamp. An unsigned sum that 32 bits of sign do not hold is too large anyhow. */
const multiplyAddWord = (a: Ex<'u32'>, b: Ex<'u32'>, c: Ex<'u32'>, signed: boolean): Ex<'u32'> => {
  const sum = add(mul(a, b), c);
  if (signed) return word(sum, true);
  return unsigned16(select(flag('clamp'), minimumU(sum, u32(0xffff)), sum));
};

const HALVES = { traits: { halves: true } } as const;

/** GFX9's: op_sel selects halves, and the other half of the result stays. */
const ofHalves = (meaning: string, compute: Ternary): RestatedRow<Slots> => [
  meaning,
  ({ D, S0, S1, S2 }: Quad): Stmt[] => [
    setHalf(D, halfResult(compute(selectedHalf(S0, 0), selectedHalf(S1, 1), selectedHalf(S2, 2)))),
  ],
  HALVES,
];
const ofWords = (meaning: string, extend: (x: Ex<'u32'>) => Ex<'u32'>, compute: Ternary): RestatedRow<Slots> => [
  meaning,
  ({ D, S0, S1, S2 }: Quad): Stmt[] => [
    setHalf(D, compute(extend(selectedWord(S0, 0)), extend(selectedWord(S1, 1)), extend(selectedWord(S2, 2)))),
  ],
  HALVES,
];
const twoWords = (
  meaning: string,
  compute: (a: Ex<'u32'>, b: Ex<'u32'>) => Ex<'u32'>,
): RestatedRow<'D' | 'S0' | 'S1'> => [
  meaning,
  ({ D, S0, S1 }) => [setHalf(D, compute(signed16(selectedWord(S0, 0)), signed16(selectedWord(S1, 1))))],
  HALVES,
];
/** A product of words and a number of 32 bits. */
const wideWord = (meaning: string, extend: (x: Ex<'u32'>) => Ex<'u32'>): RestatedRow<Slots> => [
  meaning,
  ({ D, S0, S1, S2 }: Quad): Stmt[] => [
    D.set(add(mul(extend(selectedWord(S0, 0)), extend(selectedWord(S1, 1))), S2.u32)),
  ],
  HALVES,
];

type Two = (a: Ex<'u32'>, b: Ex<'u32'>) => Ex<'u32'>;
const three =
  (one: Two): Ternary =>
  (a, b, c) =>
    one(one(a, b), c);
const middle =
  (min: Two, max: Two): Ternary =>
  (a, b, c) =>
    max(min(a, b), min(max(a, b), c));

/** Signed sums saturate with clamp. */
const signedSum = (a: Ex<'u32'>, b: Ex<'u32'>, subtracts: boolean): Ex<'u32'> => {
  const result = subtracts ? ops.sub(a, b) : add(a, b);
  const changes = subtracts ? and(xor(a, b), xor(a, result)) : and(xor(a, result), xor(b, result));
  const limit = select(ops.ltS(a, u32(0)), u32(0x80000000), u32(0x7fffffff));
  return select(ops.andB(flag('clamp'), ops.ltS(changes, u32(0))), limit, result);
};

const normalizedPair = (meaning: string, convert: (x: Ex<'u32'>) => Ex<'u32'>): RestatedRow<'D' | 'S0' | 'S1'> => [
  meaning,
  ({ D, S0, S1 }) => [D.set(packHalves(convert(selectedHalf(S0, 0)), convert(selectedHalf(S1, 1))))],
  HALVES,
];

const INTERPOLATION = 'interpolation needs vertex parameters in LDS: there is no pixel shader stage in compute';
/**
 * Source of the order of cases: "AMD Vega ISA", V_DIV_FIXUP_F16; unlike that of wider ones it looks for no underflow or
 * overflow.
 */
const halfDivisionFixup: Ternary = (quotient, denominator, numerator) => {
  const magnitudeOf = (x: Ex<'u32'>): Ex<'u32'> => and(half.flushed(x), u32(0x7fff));
  const [den, num] = [magnitudeOf(denominator), magnitudeOf(numerator)];
  const sign = and(xor(denominator, numerator), u32(0x8000));
  const is = (x: Ex<'u32'>, magnitude: number): Ex<'b1'> => ops.eq(x, u32(magnitude));
  const isNan = (x: Ex<'u32'>): Ex<'b1'> => ops.ltU(u32(INFINITY16), x);
  const both = (magnitude: number): Ex<'b1'> => ops.andB(is(den, magnitude), is(num, magnitude));
  const cases: readonly (readonly [when: Ex<'b1'>, value: Ex<'u32'>])[] = [
    [ops.orB(isNan(num), isNan(den)), u32(0x7e00)],
    // The default NaN of the hardware is negative.
    [ops.orB(both(0), both(INFINITY16)), u32(0xfe00)],
    [ops.orB(is(den, 0), is(num, INFINITY16)), or(sign, u32(INFINITY16))],
    [ops.orB(is(den, INFINITY16), is(num, 0)), sign],
  ];
  const plain = or(sign, and(quotient, u32(0x7fff)));
  const value = cases.reduceRight((rest, [when, each]) => select(when, each, rest), plain);
  return raising(value, 'raised_quotient_f16', numerator, denominator);
};
const interpolation = (meaning: string, dwords: Readonly<Partial<Record<Slots, number>>>): RestatedRow<Slots> =>
  refused<Slots>(meaning, INTERPOLATION, dwords, { traits: { attribute: true }, order: ['D', 'S1', 'S2'] });

const wideInterpolation = (meaning: string, dwords: Readonly<Partial<Record<Slots, number>>>): RestatedRow<Slots> =>
  refused<Slots>(meaning, INTERPOLATION, dwords, { traits: { attribute: true, wide: true }, order: ['D', 'S1', 'S2'] });

const wideMultiplyAdd = (meaning: string, signed: boolean): RestatedRow<'D' | 'SDST' | 'S0' | 'S1' | 'S2'> => [
  meaning,
  ({ D, SDST, S0, S1, S2 }) => {
    const product = signed ? ops.mulWideS(S0.u32, S1.u32) : ops.mulWideU(S0.u32, S1.u32);
    const sum = ops.add64(product, S2.u64);
    const negative = ops.ltS(ops.hi(ops.and64(ops.xor64(product, sum), ops.xor64(S2.u64, sum))), u32(0));
    return [D.set(sum), SDST.mask(signed ? negative : ops.ltU64(sum, product))];
  },
];

/** Sums of masked differences of bytes i to i+3 of a window, each added to 32 bits. */
const fourSums: RestatedRow<Slots> = [
  'D.u32[i] = sum of differences of bytes i..i+3 of S0.b64 and S1 where S1 is not 0, + S2.u32[i]',
  ({ D, S0, S1, S2 }: Quad): Stmt[] =>
    [0, 1, 2, 3].map((i) => {
      const window = ops.lo(ops.shrU64(S0.u64, u32(8 * i)));
      return D.at(i).set(add(call('u32', 'masked_byte_differences', window, S1.u32), S2.at(i).u32));
    }),
];

export const VOP3: readonly InstructionRow[] = [
  ...vop3({
    v_mqsad_u32_u8: fourSums,
    v_mad_legacy_f16: legacyHalf('D = S0 * S1 + S2, the product rounded; D[31:16] = 0', half.mad),
    v_fma_legacy_f16: legacyHalf('D = S0 * S1 + S2, rounded once; D[31:16] = 0', half.fma),
    v_mad_legacy_u16: legacyWord('D.u16 = S0.u16 * S1.u16 + S2.u16; D[31:16] = 0', false),
    v_mad_legacy_i16: legacyWord('D.i16 = S0.i16 * S1.i16 + S2.i16; D[31:16] = 0', true),
    v_div_fixup_legacy_f16: legacyHalf(
      'D = quotient S0 of S2 / S1 with sign and special values; D[31:16] = 0',
      halfDivisionFixup,
    ),
    v_perm_b32: ofU32('D = bytes of {S0, S1} that the bytes of S2 select', selectBytes),
    v_xad_u32: ofU32('D = (S0 ^ S1) + S2', (a, b, c) => add(xor(a, b), c)),
    v_lshl_add_u32: ofU32('D = (S0 << S1[4:0]) + S2', (a, b, c) => add(shl(a, b), c)),
    v_add_lshl_u32: ofU32('D = (S0 + S1) << S2[4:0]', (a, b, c) => shl(add(a, b), c)),
    v_add3_u32: ofU32('D = S0 + S1 + S2', (a, b, c) => add(add(a, b), c)),
    v_lshl_or_b32: ofU32('D = (S0 << S1[4:0]) | S2', (a, b, c) => or(shl(a, b), c)),
    v_and_or_b32: ofU32('D = (S0 & S1) | S2', (a, b, c) => or(and(a, b), c)),
    v_or3_b32: ofU32('D = S0 | S1 | S2', (a, b, c) => or(or(a, b), c)),
    v_mad_f16: ofHalves('D = S0 * S1 + S2, the product rounded', half.mad),
    v_fma_f16: ofHalves('D = S0 * S1 + S2, rounded once', half.fma),
    v_mad_u16: ofWords('D.u16 = S0.u16 * S1.u16 + S2.u16', unsigned16, (a, b, c) => multiplyAddWord(a, b, c, false)),
    v_mad_i16: ofWords('D.i16 = S0.i16 * S1.i16 + S2.i16', signed16, (a, b, c) => multiplyAddWord(a, b, c, true)),
    v_div_fixup_f16: ofHalves('D = quotient S0 of S2 / S1 with sign and special values', halfDivisionFixup),
    v_mad_u32_u16: wideWord('D = S0.u16 * S1.u16 + S2', unsigned16),
    v_mad_i32_i16: wideWord('D = S0.i16 * S1.i16 + S2', signed16),
    v_min3_i16: ofWords('D.i16 = min(S0, S1, S2)', signed16, three(minimumS)),
    v_min3_u16: ofWords('D.u16 = min(S0, S1, S2)', unsigned16, three(minimumU)),
    v_max3_i16: ofWords('D.i16 = max(S0, S1, S2)', signed16, three(maximumS)),
    v_max3_u16: ofWords('D.u16 = max(S0, S1, S2)', unsigned16, three(maximumU)),
    v_med3_i16: ofWords('D.i16 = the middle one of S0, S1, S2', signed16, middle(minimumS, maximumS)),
    v_med3_u16: ofWords('D.u16 = the middle one of S0, S1, S2', unsigned16, middle(minimumU, maximumU)),
    // Beside the forms in a format of their own (VINTRP). The field of S1 of the last one says what it moves.
    v_interp_p1_f32: wideInterpolation('D = P10 * S1 + P0 of a parameter', { D: 1, S1: 1 }),
    v_interp_p2_f32: wideInterpolation('D = P20 * S1 + D of a parameter', { D: 1, S1: 1 }),
    v_interp_mov_f32: wideInterpolation('D = P10, P20 or P0 of a parameter', { D: 1 }),
    v_interp_p1ll_f16: interpolation('D = P10 * S1 + P0 of a parameter of half precision', { D: 1, S1: 1 }),
    v_interp_p1lv_f16: interpolation('D = P10 * S1 + P0 of a parameter, P0 in S2', { D: 1, S1: 1, S2: 1 }),
    v_interp_p2_legacy_f16: interpolation('D = P20 * S1 + S2 of a parameter of half precision', { D: 1, S1: 1, S2: 1 }),
    v_interp_p2_f16: interpolation('D = P20 * S1 + S2 of a parameter of half precision', { D: 1, S1: 1, S2: 1 }),
  }),
  ...vop3({
    v_lshlrev_b64: ['D.b64 = S1.b64 << S0[5:0]', ({ D, S0, S1 }) => [D.set(ops.shl64(S1.u64, S0.u32))]],
    v_lshrrev_b64: ['D.b64 = S1.b64 >> S0[5:0]', ({ D, S0, S1 }) => [D.set(ops.shrU64(S1.u64, S0.u32))]],
    v_ashrrev_i64: ['D.i64 = S1.i64 >> S0[5:0], signed', ({ D, S0, S1 }) => [D.set(ops.shrS64(S1.u64, S0.u32))]],
    v_add_i32: ['D = S0 + S1', ({ D, S0, S1 }) => [D.set(signedSum(S0.u32, S1.u32, false))]],
    v_sub_i32: ['D = S0 - S1', ({ D, S0, S1 }) => [D.set(signedSum(S0.u32, S1.u32, true))]],
    v_add_i16: twoWords('D.i16 = S0.i16 + S1.i16', (a, b) => word(add(a, b), true)),
    v_sub_i16: twoWords('D.i16 = S0.i16 - S1.i16', (a, b) => word(ops.sub(a, b), true)),
    v_pack_b32_f16: [
      'D = {S1.f16, S0.f16}',
      ({ D, S0, S1 }) => [D.set(packHalves(half.flushed(selectedHalf(S0, 0)), half.flushed(selectedHalf(S1, 1))))],
      HALVES,
    ],
    v_cvt_pknorm_i16_f16: normalizedPair('D = {S1 * 32767, S0 * 32767} as i16, to nearest', normalizedSigned),
    v_cvt_pknorm_u16_f16: normalizedPair('D = {S1 * 65535, S0 * 65535} as u16, to nearest', normalizedUnsigned),
  }),
  ...vop3b({
    v_mad_u64_u32: wideMultiplyAdd('D.u64 = S0 * S1 + S2.u64; SDST[lane] = carry', false),
    v_mad_i64_i32: wideMultiplyAdd('D.i64 = S0 * S1 + S2.i64, signed; SDST[lane] = overflow', true),
  }),
];
