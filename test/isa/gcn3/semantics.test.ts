// Semantics of instructions of GFX9 on the oracle: halves against the host's own rounding of exact numbers, parts of
// registers and other lanes against models written from the manual.

import test from 'ava';
import { evaluate } from '../../../src/isa/evaluate.js';
import type { Isa } from '../../../src/isa/isa.js';
import { loadIsa } from '../../../src/isa/load-isa.js';
import { PlainMachine } from '../plain-machine.js';
import { check, parsed } from './lanes.js';

const halves = new Float16Array(1);
const bits = new Uint16Array(halves.buffer);
const toNumber = (half: number): number => {
  bits[0] = half;
  return halves[0]!;
};
/** NaN is the canonical one. */
const toHalf = (value: number): number => {
  halves[0] = value;
  return Number.isNaN(value) ? 0x7e00 : bits[0]!;
};
const binary =
  (compute: (a: number, b: number) => number) =>
  (a: number, b: number): number =>
    toHalf(compute(toNumber(a & 0xffff), toNumber(b & 0xffff)));

const OPERATIONS = {
  add: binary((a, b) => a + b),
  mul: binary((a, b) => a * b),
} as const;

for (const [name, compute] of Object.entries(OPERATIONS))
  test(`v_${name}_f16 and v_pk_${name}_f16 round exact results once`, (t) => {
    for (let seed = 0; seed < 20; seed++) {
      check(t, `v_${name}_f16 v0, v1, v2`, (v) => compute(v[1]!, v[2]!), { seed });
      check(t, `v_${name}_f16_e64 v0, -|v1|, v2`, (v) => compute(v[1]! | 0x8000, v[2]!), { seed });
      check(
        t,
        `v_pk_${name}_f16 v0, v1, v2 op_sel:[1,0] op_sel_hi:[0,1] neg_lo:[0,1]`,
        (v) => compute(v[1]! >>> 16, v[2]! ^ 0x8000) | (compute(v[1]!, v[2]! >>> 16) << 16),
        { seed },
      );
    }
  });

test('constants of 16-bit operands are halves', (t) => {
  check(t, 'v_add_f16 v0, 0.5, v2', (v) => OPERATIONS.add(0x3800, v[2]!));
  check(t, 'v_mul_f16 v0, -4.0, v2', (v) => OPERATIONS.mul(0xc400, v[2]!));
});

const SELECTS = ['BYTE_0', 'BYTE_1', 'BYTE_2', 'BYTE_3', 'WORD_0', 'WORD_1', 'DWORD'] as const;
const place = (select: number): readonly [low: number, width: number] =>
  select < 4 ? [8 * select, 8] : select < 6 ? [16 * (select - 4), 16] : [0, 32];
const part = (value: number, select: number, signed: boolean): number => {
  const [low, width] = place(select);
  const field = (BigInt(value) >> BigInt(low)) & ((1n << BigInt(width)) - 1n);
  return Number(BigInt.asUintN(32, signed ? BigInt.asIntN(width, field) : field));
};

test('parts of registers: every select of sources and results, extended and not', (t) => {
  SELECTS.forEach((name, select) => {
    for (const signed of [false, true]) {
      const source = signed ? 'sext(v1)' : 'v1';
      const tail = 'dst_sel:DWORD dst_unused:UNUSED_PAD';
      check(
        t,
        `v_add_u32_sdwa v0, ${source}, v2 ${tail} src0_sel:${name} src1_sel:WORD_1`,
        (v) => part(v[1]!, select, signed) + part(v[2]!, 5, false),
      );
    }
    const [low, width] = place(select);
    const mask = Number(((1n << BigInt(width)) - 1n) << BigInt(low)) >>> 0;
    const result = (v: Uint32Array): number => (v[1]! ^ v[2]!) >>> 0;
    const placed = (v: Uint32Array): number => Number(BigInt.asUintN(32, BigInt(result(v)) << BigInt(low))) & mask;
    const text = (unused: string): string =>
      `v_xor_b32_sdwa v0, v1, v2 dst_sel:${name} dst_unused:UNUSED_${unused} src0_sel:DWORD src1_sel:DWORD`;
    check(t, text('PAD'), placed);
    check(t, text('PRESERVE'), (v) => (v[0]! & ~mask) | placed(v));
    check(t, text('SEXT'), (v) => Number(BigInt.asUintN(32, BigInt.asIntN(width, BigInt(result(v))) << BigInt(low))));
  });
});

test('parts of registers: all selects together', (t) => {
  const unusedNames = ['PAD', 'SEXT', 'PRESERVE'] as const;
  SELECTS.forEach((to, dst) => {
    SELECTS.forEach((first, src0) => {
      SELECTS.forEach((second, src1) => {
        // Of the extensions one for each combination, so that all come with each select.
        const [signed0, signed1] = [(dst + src1) % 2 === 1, (dst + src0) % 2 === 1];
        const how = (dst + src0 + src1) % 3;
        const [low, width] = place(dst);
        const mask = Number(((1n << BigInt(width)) - 1n) << BigInt(low)) >>> 0;
        const text = (name: string, signed: boolean): string => (signed ? `sext(${name})` : name);
        check(
          t,
          `v_sub_u32_sdwa v0, ${text('v1', signed0)}, ${text('v2', signed1)} dst_sel:${to} ` +
            `dst_unused:UNUSED_${unusedNames[how]} src0_sel:${first} src1_sel:${second}`,
          (v) => {
            const result = BigInt(part(v[1]!, src0, signed0)) - BigInt(part(v[2]!, src1, signed1));
            const extended = how === 1 ? BigInt.asIntN(width, result) : BigInt.asUintN(width, result);
            const placed = Number(BigInt.asUintN(32, extended << BigInt(low)));
            return how === 2 ? (v[0]! & ~mask) | placed : placed;
          },
          { seed: 49 * dst + 7 * src0 + src1 },
        );
      });
    });
  });
});

type LaneOf = (lane: number) => number | undefined;
const row = (lane: number): number => lane - (lane % 16);

/** The lane that each control reads; undefined when there is none. */
const CONTROLS: readonly (readonly [string, LaneOf])[] = [
  ...Array.from({ length: 256 }, (_, n): readonly [string, LaneOf] => {
    const lanes = [n & 3, (n >> 2) & 3, (n >> 4) & 3, n >> 6];
    return [`quad_perm:[${lanes.join()}]`, (lane) => lane - (lane % 4) + lanes[lane % 4]!];
  }),
  ...Array.from({ length: 15 }, (_, n): readonly (readonly [string, LaneOf])[] => [
    [`row_shl:${n + 1}`, (lane) => ((lane % 16) + n + 1 < 16 ? lane + n + 1 : undefined)],
    [`row_shr:${n + 1}`, (lane) => (lane % 16 >= n + 1 ? lane - n - 1 : undefined)],
    [`row_ror:${n + 1}`, (lane) => row(lane) + ((lane + 15 - n) % 16)],
  ]).flat(),
  ['wave_shl:1', (lane) => (lane < 63 ? lane + 1 : undefined)],
  ['wave_shr:1', (lane) => (lane > 0 ? lane - 1 : undefined)],
  ['wave_rol:1', (lane) => (lane + 1) % 64],
  ['wave_ror:1', (lane) => (lane + 63) % 64],
  ['row_mirror', (lane) => row(lane) + 15 - (lane % 16)],
  ['row_half_mirror', (lane) => lane - (lane % 8) + 7 - (lane % 8)],
  ['row_bcast:15', (lane) => (lane >= 16 ? row(lane) - 1 : undefined)],
  ['row_bcast:31', (lane) => (lane >= 32 ? 31 : undefined)],
];

test('other lanes: all controls, masks of rows and banks, inactive lanes, bound control', (t) => {
  const exec = 0xfff7_ffff_0fff_fffen;
  CONTROLS.forEach(([control, source], n) => {
    const [rows, banks] = n % 2 ? [15, 15] : [1 + (n % 15), 15 - (n % 13)];
    for (const bound of [false, true])
      check(
        t,
        `v_mov_b32_dpp v0, v1 ${control} row_mask:${rows} bank_mask:${banks}${bound ? ' bound_ctrl:1' : ''}`,
        (_own, all, lane) => {
          if (((rows >> (lane >> 4)) & (banks >> ((lane >> 2) & 3)) & 1) === 0) return undefined;
          const from = source(lane);
          const reads = from !== undefined && ((exec >> BigInt(from)) & 1n) === 1n;
          return reads ? all[from]![1]! : bound ? 0 : undefined;
        },
        { exec, seed: n },
      );
  });
});

test('other lanes: every mask of rows with every mask of banks', (t) => {
  for (let rows = 0; rows < 16; rows++)
    for (let banks = 0; banks < 16; banks++)
      check(
        t,
        `v_add_u32_dpp v0, v1, v2 row_ror:3 row_mask:${rows} bank_mask:${banks}`,
        (own, all, lane) => {
          const isSelected = ((rows >> (lane >> 4)) & (banks >> ((lane >> 2) & 3)) & 1) === 1;
          return isSelected ? all[row(lane) + ((lane + 13) % 16)]![1]! + own[2]! : undefined;
        },
        { seed: 16 * rows + banks },
      );
});

test('values pushed to other lanes: the highest lane wins, inactive ones push nothing', (t) => {
  for (const exec of [(1n << 64n) - 1n, 0xfff7_ffff_0fff_fffen, 0x8000_0000_0000_0001n])
    for (let seed = 0; seed < 8; seed++)
      check(
        t,
        'ds_permute_b32 v0, v1, v2 offset:12',
        (_own, all, lane) => {
          const names = (from: number): boolean =>
            ((exec >> BigInt(from)) & 1n) === 1n && (((all[from]![1]! + 12) >>> 0) >>> 2) % 64 === lane;
          const from = all.findLastIndex((_registers, each) => names(each));
          return from < 0 ? 0 : all[from]![2]!;
        },
        { exec, seed },
      );
});

const isNan = (x: number): boolean => (x & 0x7fff) > 0x7c00;
test('v_div_fixup_f16 makes quotients of special values right', (t) => {
  for (let seed = 0; seed < 60; seed++)
    for (const [high, shift] of [
      [false, 0],
      [true, 16],
    ] as const)
      check(
        t,
        `v_div_fixup_f16 v0, v1, v2, v3${high ? ' op_sel:[1,1,1,1]' : ''}`,
        (v) => {
          const [q, den, num] = [1, 2, 3].map((n) => (v[n]! >>> shift) & 0xffff) as [number, number, number];
          const sign = (den ^ num) & 0x8000;
          const quotient = toNumber(num) / toNumber(den);
          // The host divides special values; of other numbers the sign counts, and earlier results.
          const special = !Number.isFinite(quotient) || !Number.isFinite(toNumber(den)) || toNumber(num) === 0;
          const invalid = isNan(den) || isNan(num) ? 0x7e00 : 0xfe00;
          const half = special ? (Number.isNaN(quotient) ? invalid : toHalf(quotient)) : sign | (q & 0x7fff);
          return high ? (v[0]! & 0xffff) | (half << 16) : ((v[0]! & 0xffff0000) | half) >>> 0;
        },
        { seed },
      );
});

const big = (v: Uint32Array, i: number): bigint => BigInt(v[i]!);
const low32 = (value: bigint): number => Number(BigInt.asUintN(32, value));
const signedByte = (value: number, i: number): number => (value << (24 - 8 * i)) >> 24;

test('GFX9: new 32-bit instructions', (t) => {
  check(t, 'v_add3_u32 v0, v1, v2, v3', (v) => low32(big(v, 1) + big(v, 2) + big(v, 3)));
  check(t, 'v_lshl_add_u32 v0, v1, v2, v3', (v) => low32((big(v, 1) << (big(v, 2) & 31n)) + big(v, 3)));
  check(t, 'v_xad_u32 v0, v1, v2, v3', (v) => low32((big(v, 1) ^ big(v, 2)) + big(v, 3)));
  check(t, 'v_add_u32_e64 v0, v1, v2 clamp', (v) => Math.min(v[1]! + v[2]!, 0xffff_ffff));
  check(t, 'v_sub_u32 v0, v1, v2', (v) => low32(big(v, 1) - big(v, 2)));
  check(t, 'v_lshrrev_b64 v[0:1], v2, v[4:5]', (v) => low32(((big(v, 5) << 32n) | big(v, 4)) >> (big(v, 2) & 63n)));
  check(t, 'v_mad_u64_u32 v[0:1], vcc, v2, v3, v[4:5]', (v) =>
    low32(big(v, 2) * big(v, 3) + ((big(v, 5) << 32n) | big(v, 4))),
  );
  check(t, 'v_dot4_i32_i8 v0, v1, v2, v3', (v) =>
    [0, 1, 2, 3].reduce((sum, i) => (sum + signedByte(v[1]!, i) * signedByte(v[2]!, i)) | 0, v[3]! | 0),
  );
  check(t, 'v_mad_u16 v0, v1, v2, v3 op_sel:[1,0,0,1]', (v) => {
    const sum = low32((big(v, 1) >> 16n) * (big(v, 2) & 0xffffn) + (big(v, 3) & 0xffffn));
    return (v[0]! & 0xffff) | (sum << 16);
  });
});

test('bytes of two registers: every select in every place', (t) => {
  const byte = (a: number, b: number, select: number): number => {
    const all = Buffer.alloc(8);
    all.writeUInt32LE(b >>> 0, 0);
    all.writeUInt32LE(a >>> 0, 4);
    if (select < 8) return all[select]!;
    if (select < 12) return all[2 * select - 15]! >= 128 ? 255 : 0;
    return select === 12 ? 0 : 255;
  };
  for (let first = 0; first < 256; first++) {
    const selects = [first, (first + 7) & 15, (first * 3) & 15, 255 - first];
    const expected = (a: number, b: number): number =>
      selects.reduce((word, select, place) => word + byte(a, b, select) * 256 ** place, 0);
    const bits = selects.reduce((word, select, place) => word + select * 256 ** place, 0);
    const inactive = 0xffff_ffff_ffff_fff0n;
    check(t, 'v_perm_b32 v0, v1, v2, v3', (v) => expected(v[1]!, v[2]!), {
      seed: first,
      exec: inactive,
      set: [3, bits],
    });
  }
});

test('sums and differences with a carry saturate with clamp', (t) => {
  const clamped = (exact: number): number => Math.min(Math.max(exact, 0), 0xffff_ffff);
  for (let seed = 0; seed < 8; seed++) {
    check(t, 'v_add_co_u32_e64 v0, s[4:5], v1, v2 clamp', (v) => clamped(v[1]! + v[2]!), { seed });
    check(t, 'v_sub_co_u32_e64 v0, s[4:5], v1, v2 clamp', (v) => clamped(v[1]! - v[2]!), { seed });
    check(t, 'v_subrev_co_u32_e64 v0, s[4:5], v1, v2 clamp', (v) => clamped(v[2]! - v[1]!), { seed });
    check(t, 'v_sub_co_u32_e64 v0, s[4:5], v1, v2', (v) => v[1]! - v[2]!, { seed });
    check(t, 'v_subb_co_u32_e64 v0, s[4:5], v1, v2, exec clamp', (v) => clamped(v[1]! - v[2]! - 1), { seed });
    check(t, 'v_addc_co_u32_e64 v0, s[4:5], v1, v2, exec clamp', (v) => clamped(v[1]! + v[2]! + 1), { seed });
  }
});

/** All registers are looked at, also those that are not meant. */
class Registers extends PlainMachine {
  override information = (() => 0n) as never;
  override readScalar(index: number): number {
    return this.scalars.get(index) ?? 0;
  }
}

test('GFX9: registers have the apertures of private memory and LDS, of which compilers make flat addresses', async (t) => {
  const read = (isa: Isa, text: string): number => {
    const machine = new Registers(0, 0);
    t.is(evaluate(parsed(text, isa), machine).kind, 'done', text);
    return machine.readScalar(4);
  };
  const bases = { src_private_base: 0, src_shared_base: 16 };
  const [gfx900, gfx803] = [await loadIsa('gfx900'), await loadIsa('gfx803')];
  for (const [name, first] of Object.entries(bases)) {
    const machine = new Registers(0, 0);
    t.is(evaluate(parsed(`s_mov_b64 s[4:5], ${name}`, gfx900), machine).kind, 'done', name);
    const upper = machine.readScalar(5);
    t.is(read(gfx900, `s_getreg_b32 s4, hwreg(HW_REG_SH_MEM_BASES, ${first}, 16)`) << 16, upper, name);
    t.is(read(gfx803, `s_getreg_b32 s4, hwreg(15, ${first}, 16)`), 0);
  }
});
