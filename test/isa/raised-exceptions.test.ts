// Exceptions that instructions of the vector unit record in TRAPSTS, against exact fractions, in all rounding modes and
// with and without denormals.

import test from 'ava';
import '../../src/isa/readers.js';
import { parseInstruction } from '../../src/isa/assembler/parse-instruction.js';
import { evaluate } from '../../src/isa/evaluate.js';
import type { Instruction } from '../../src/isa/instruction.js';
import type { Isa } from '../../src/isa/isa.js';
import { DEFAULT_ISA } from '../../src/isa/isas.js';
import { loadIsa } from '../../src/isa/load-isa.js';
import { withExceptions } from '../../src/isa/raised-exceptions.js';
import {
  type ExactMode,
  FORMATS,
  ofConversion,
  ofMultiplyAdd,
  ofProduct,
  ofQuotient,
  ofRoot,
  ofSum,
  ofTruncation,
  ofValue,
  RAISED,
} from './exact-exceptions.js';
import { PlainMachine } from './plain-machine.js';
import { EDGES_32, EDGES_64, generator } from './random-patterns.js';

const { f16, f32, f64 } = FORMATS;
const COUNT = process.env['ATOLL_LONG'] ? 20_000 : 400;
const gfx900 = await loadIsa('gfx900');

class Machine extends PlainMachine {
  override readVgpr(register: number): number {
    return this.vgprs.get(register) ?? 0;
  }
}

function instructionOf(isa: Isa, text: string): Instruction {
  const parsed = parseInstruction(isa, text, { offset: 0, lookup: () => undefined });
  if (typeof parsed === 'string') throw new TypeError(`${text}: ${parsed}`);
  return withExceptions(parsed);
}

/** Operands are in v[2:3], v[4:5] and v[6:7]. */
function raisedBy(instruction: Instruction, operands: readonly bigint[], mode: number): number {
  const machine = new Machine(0, mode);
  machine.vcc = 0n;
  operands.forEach((bits, index) => {
    machine.vgprs.set(2 * index + 2, Number(bits & 0xffff_ffffn));
    machine.vgprs.set(2 * index + 3, Number(bits >> 32n));
  });
  const { kind } = evaluate(instruction, machine);
  if (kind !== 'done') throw new TypeError(kind);
  return machine.trapStatus;
}

type Reference = (operands: readonly [bigint, bigint, bigint], single: ExactMode, double: ExactMode) => number;

const KEPT: ExactMode = { round: 0, flushInputs: false, flushResults: false };
const FLUSHED: ExactMode = { round: 0, flushInputs: true, flushResults: true };
const one = { f32: 0x3f80_0000n, f64: 0x3ff0_0000_0000_0000n } as const;
const flushed = (mode: ExactMode): ExactMode => ({ ...mode, flushInputs: true, flushResults: true });

/** The text behind the mnemonic, and the reference. */
const CASES: readonly (readonly [text: string, isa: Isa, size: 16 | 32 | 64, of: Reference])[] = [
  ['v_add_f32 v0, v2, v4', DEFAULT_ISA, 32, ([a, b], m) => ofSum(f32, [a, b], m)],
  ['v_sub_f32 v0, v2, v4', DEFAULT_ISA, 32, ([a, b], m) => ofSum(f32, [a, b ^ (1n << 31n)], m)],
  ['v_mul_f32 v0, v2, v4', DEFAULT_ISA, 32, ([a, b], m) => ofProduct(f32, [a, b], m)],
  ['v_fma_f32 v0, v2, v4, v6', DEFAULT_ISA, 32, (all, m) => ofMultiplyAdd(f32, all, m)],
  ['v_add_f64 v[0:1], v[2:3], v[4:5]', DEFAULT_ISA, 64, ([a, b], _, m) => ofSum(f64, [a, b], m)],
  ['v_mul_f64 v[0:1], v[2:3], v[4:5]', DEFAULT_ISA, 64, ([a, b], _, m) => ofProduct(f64, [a, b], m)],
  ['v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]', DEFAULT_ISA, 64, (all, _, m) => ofMultiplyAdd(f64, all, m)],
  ['v_rcp_f32 v0, v2', DEFAULT_ISA, 32, ([a]) => ofQuotient(f32, [one.f32, a], FLUSHED)],
  ['v_rcp_f64 v[0:1], v[2:3]', DEFAULT_ISA, 64, ([a], _, m) => ofQuotient(f64, [one.f64, a], { ...m, round: 0 })],
  ['v_sqrt_f32 v0, v2', DEFAULT_ISA, 32, ([a]) => ofRoot(f32, a, FLUSHED)],
  ['v_sqrt_f64 v[0:1], v[2:3]', DEFAULT_ISA, 64, ([a], _, m) => ofRoot(f64, a, m)],
  ['v_cvt_f32_f64 v0, v[2:3]', DEFAULT_ISA, 64, ([a], s, d) => ofConversion(f64, f32, a, d, s)],
  ['v_cvt_f64_f32 v[0:1], v2', DEFAULT_ISA, 32, ([a], s, d) => ofConversion(f32, f64, a, s, d)],
  ['v_cvt_f16_f32 v0, v2', DEFAULT_ISA, 32, ([a], s) => ofConversion(f32, f16, a, s, { ...KEPT, round: s.round })],
  ['v_cvt_f16_f32 v0, v2', gfx900, 32, ([a], s, d) => ofConversion(f32, f16, a, s, d)],
  ['v_cvt_i32_f32 v0, v2', DEFAULT_ISA, 32, ([a], m) => ofTruncation(f32, a, [-(2n ** 31n), 2n ** 31n - 1n], m)],
  ['v_cvt_u32_f64 v0, v[2:3]', DEFAULT_ISA, 64, ([a], _, m) => ofTruncation(f64, a, [0n, 2n ** 32n - 1n], m)],
  [
    'v_cvt_f32_i32 v0, v2',
    DEFAULT_ISA,
    32,
    ([a], m) => ofValue(f32, { numerator: BigInt.asIntN(32, a), denominator: 1n }, m),
  ],
  ['v_div_fixup_f32 v0, v6, v4, v2', DEFAULT_ISA, 32, ([a, b], m) => ofQuotient(f32, [a, b], m)],
  ['v_div_fixup_f64 v[0:1], v[6:7], v[4:5], v[2:3]', DEFAULT_ISA, 64, ([a, b], _, m) => ofQuotient(f64, [a, b], m)],
  ['v_add_f16 v0, v2, v4', gfx900, 16, ([a, b], _, m) => ofSum(f16, [a, b], m)],
  ['v_mul_f16 v0, v2, v4', gfx900, 16, ([a, b], _, m) => ofProduct(f16, [a, b], m)],
  ['v_fma_f16 v0, v2, v4, v6', gfx900, 16, (all, _, m) => ofMultiplyAdd(f16, all, m)],
  ['v_mul_f32_sdwa v0, v2, v4 src0_sel:DWORD', gfx900, 32, ([a, b], m) => ofProduct(f32, [a, b], m)],
  ['v_mul_legacy_f32 v0, v2, 2.0', DEFAULT_ISA, 32, ([a], m) => legacy(a, m)],
];

/** 0 times anything is 0, which 2 is not. */
function legacy(a: bigint, mode: ExactMode): number {
  return ofProduct(f32, [a, 0x4000_0000n], mode);
}

/** Edges of 16 bits: zeros, denormals, ends of the normal range, infinities and NaNs of both kinds. */
const EDGES_16 = [
  0, 0x8000, 1, 0x8001, 0x3ff, 0x400, 0x8400, 0x3c00, 0xbc00, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x7c01,
].map(BigInt);
const EDGES = { 16: EDGES_16, 32: EDGES_32, 64: EDGES_64 } as const;

function operandsFrom(next: () => number, size: 16 | 32 | 64): readonly [bigint, bigint, bigint] {
  const word = (): bigint => (BigInt(next()) << 32n) | BigInt(next());
  const edges = EDGES[size];
  const operand = (): bigint => {
    const kind = next() % 4;
    if (kind === 0) return edges[next() % edges.length]!;
    const bits = BigInt.asUintN(size, word());
    if (kind === 1) return bits;
    // Near 1, where sums and products are exact more often.
    const few = size === 16 ? bits & 0x83e0n : size === 32 ? bits & 0x80f0_0000n : bits & 0x800f_f000_0000_0000n;
    const base = size === 16 ? 0x3c00n : size === 32 ? one.f32 : one.f64;
    return kind === 2 ? few | base : few | (base - (1n << BigInt(size === 64 ? 56 : size === 32 ? 27 : 13)));
  };
  return [operand(), operand(), operand()];
}

/** Rounding of both widths in bits 3:0, denormals of both in bits 7:4. */
const modesOf = (mode: number): readonly [ExactMode, ExactMode] => {
  const of = (round: number, denormals: number): ExactMode => ({
    round: (mode >> round) & 3,
    flushInputs: ((mode >> denormals) & 1) === 0,
    flushResults: ((mode >> denormals) & 2) === 0,
  });
  return [of(0, 4), of(2, 6)];
};

for (const [text, isa, size, of] of CASES)
  test(`${isa.name}: exceptions of ${text}`, (t) => {
    const next = generator(size + text.length);
    const instruction = instructionOf(isa, text);
    let seen = 0;
    const wrong: string[] = [];
    for (let n = 0; n < COUNT && wrong.length < 3; n++) {
      const mode = next() & 0xff;
      const operands = operandsFrom(next, size);
      const [single, double] = modesOf(mode);
      const expected = of(operands, single, double);
      const raised = raisedBy(instruction, operands, mode);
      seen |= raised;
      if (raised === expected) continue;
      wrong.push(
        `${operands.map((x) => x.toString(16)).join(' ')} MODE 0x${mode.toString(16)}: ${raised}, not ${expected}`,
      );
    }
    t.deepEqual(wrong, []);
    t.true((seen & (RAISED.inexact | RAISED.invalid)) !== 0, 'some case raises something');
  });

test('multiply-adds that round twice raise what both steps raise, flushed', (t) => {
  const instruction = instructionOf(DEFAULT_ISA, 'v_mad_f32 v0, v2, v4, v6');
  const next = generator(77);
  for (let n = 0; n < COUNT; n++) {
    // Products of few digits are exact: what is left is the sum.
    const [a, b] = [0x3f80_0000n | (BigInt(next()) & 0x7f_f000n), 0x4000_0000n | (BigInt(next()) & 0x7f_f000n)];
    const c = operandsFrom(next, 32)[0];
    const mode = next() & 0xff;
    const expected = ofMultiplyAdd(f32, [a, b, c], flushed(modesOf(mode)[0]));
    t.is(raisedBy(instruction, [a, b, c], mode), expected);
  }
});

/** Exceptions of single instructions, by operands; MODE keeps denormals. */
const SPECIAL: readonly (readonly [text: string, operands: readonly bigint[], raised: number, isa?: Isa])[] = [
  ['v_rcp_iflag_f32 v0, v2', [0n], 64],
  ['v_rcp_iflag_f32 v0, v2', [0x4040_0000n], 0],
  ['v_rsq_f32 v0, v2', [0n], RAISED.divideByZero],
  ['v_rsq_f32 v0, v2', [0xbf80_0000n], RAISED.invalid],
  ['v_rsq_f32 v0, v2', [0x4080_0000n], 0],
  ['v_rsq_f32 v0, v2', [0x4000_0000n], RAISED.inexact],
  ['v_log_f32 v0, v2', [0n], RAISED.divideByZero],
  ['v_log_f32 v0, v2', [0xbf80_0000n], RAISED.invalid],
  ['v_log_f32 v0, v2', [0x4100_0000n], 0],
  ['v_log_f32 v0, v2', [0x4110_0000n], RAISED.inexact],
  ['v_exp_f32 v0, v2', [0x4300_0000n], RAISED.overflow | RAISED.inexact],
  ['v_exp_f32 v0, v2', [0xc316_0000n], RAISED.underflow | RAISED.inexact],
  ['v_exp_f32 v0, v2', [0x4040_0000n], 0],
  ['v_exp_f32 v0, v2', [0x3f00_0000n], RAISED.inexact],
  ['v_sin_f32 v0, v2', [0x7f80_0000n], RAISED.invalid],
  ['v_sin_f32 v0, v2', [0x3e80_0000n], 0],
  ['v_cos_f32 v0, v2', [0x3e00_0000n], RAISED.inexact],
  ['v_max_f32 v0, v2, v4', [0x7fa0_0000n, 0n], RAISED.invalid],
  ['v_max_f32 v0, v2, v4', [0x7fc0_0000n, 0n], 0],
  ['v_cmp_lt_f32 vcc, v2, v4', [0x7fc0_0000n, 0n], 0],
  ['v_cmp_lt_f32 vcc, v2, v4', [0x7fa0_0000n, 0n], RAISED.invalid],
  ['v_cmps_lt_f32 vcc, v2, v4', [0x7fc0_0000n, 0n], RAISED.invalid],
  ['v_cmp_class_f32 vcc, v2, v4', [0x7fa0_0000n, 1n], 0],
  ['v_ldexp_f32_e64 v0, v2, v4', [0x3f80_0000n, 200n], RAISED.overflow | RAISED.inexact],
  ['v_ldexp_f32_e64 v0, v2, v4', [0x3fc0_0000n, 0xffff_ff6an], RAISED.underflow | RAISED.inexact],
  ['v_ldexp_f32_e64 v0, v2, v4', [0x3f80_0000n, 0xffff_ff6bn], 0],
  ['v_ldexp_f64 v[0:1], v[2:3], v4', [one.f64, 2000n], RAISED.overflow | RAISED.inexact],
  ['v_fract_f32 v0, v2', [0xb080_0001n], RAISED.inexact],
  ['v_trunc_f32 v0, v2', [0x3fc0_0000n], 0],
  ['v_mul_legacy_f32 v0, v2, v4', [0n, 0x7f80_0000n], 0],
  ['v_mov_b32 v0, v2', [0x7fa0_0000n], 0],
  ['v_cndmask_b32 v0, v2, v4, vcc', [0x7fa0_0000n, 1n], 0],
  ['v_add_i32 v0, vcc, v2, v4', [0xffff_ffffn, 1n], 0],
  ['v_div_scale_f32 v0, vcc, v2, v2, v4', [0n, 0n], 0],
  ['v_frexp_mant_f64 v[0:1], v[2:3]', [1n], 0],
  ['v_pk_mul_f16 v0, v2, v4', [0x7c00_3c00n, 0x0000_3c00n], RAISED.invalid, gfx900],
  ['v_pk_add_f16 v0, v2, v4', [0x3c00_3c00n, 0x3c00_1000n], RAISED.inexact, gfx900],
];

test('special cases raise what their definitions say', (t) => {
  for (const [text, operands, raised, isa = DEFAULT_ISA] of SPECIAL)
    t.is(
      raisedBy(instructionOf(isa, text), operands, 0xf0),
      raised,
      `${text} of ${operands.map((x) => x.toString(16))}`,
    );
});
