// What instructions of GFX9 compute, on the oracle: halves against the host's own rounding of exact numbers, parts of registers and other
// lanes against models written from the manual.

import test from 'ava';
import { parseInstruction } from '../../../src/isa/assembler/parse-instruction.js';
import { evaluate } from '../../../src/isa/evaluate.js';
import { EXEC_LO, type Instruction } from '../../../src/isa/instruction.js';
import { loadIsa } from '../../../src/isa/load-isa.js';
import { Random } from '../../emulator/random.js';
import { PlainMachine } from '../plain-machine.js';

const isa = await loadIsa('gfx906');
/** Nearest rounding, denormals kept. */
const MODE = 0xf0;

/** Registers of all lanes; v0 to v7 only. */
class Lanes extends PlainMachine {
  readonly registers = Array.from({ length: 64 }, () => new Uint32Array(8));
  constructor(mode: number, exec: bigint) {
    super(0, mode);
    this.setPair(EXEC_LO, exec);
  }
  override readVgpr(register: number, lane: number): number {
    return this.registers[lane]![register]!;
  }
  override writeVgpr(register: number, lane: number, value: number): void {
    this.registers[lane]![register] = value;
  }
}

function parsed(text: string): Instruction {
  const result = parseInstruction(isa, text, { offset: 0, lookup: () => undefined });
  if (typeof result === 'string') throw new TypeError(`${text}: ${result}`);
  return result;
}

/** v0 of every lane after an instruction on random registers; `expected` gets a lane's registers and all of them from before. */
function check(
  t: { is(actual: unknown, expected: unknown, message?: string): void },
  text: string,
  expected: (own: Uint32Array, all: readonly Uint32Array[], lane: number) => number | undefined,
  { exec = (1n << 64n) - 1n, seed = 1 } = {},
): void {
  const random = new Random(seed);
  const machine = new Lanes(MODE, exec);
  for (const lane of machine.registers) lane.set(Array.from(lane, () => random.edge()));
  const before = machine.registers.map((lane) => lane.slice());
  t.is(evaluate(parsed(text), machine).kind, 'done', text);
  before.forEach((own, lane) => {
    const active = ((exec >> BigInt(lane)) & 1n) === 1n;
    const value = active ? expected(own, before, lane) : undefined;
    t.is(machine.registers[lane]![0], (value ?? own[0]!) >>> 0, `${text} in lane ${lane}`);
  });
}

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

/** The lane that a control reads, by rows of 16; undefined when there is none. */
const CONTROLS: Readonly<Record<string, (lane: number) => number | undefined>> = {
  'quad_perm:[3,0,2,1]': (lane) => (lane & ~3) + [3, 0, 2, 1][lane & 3]!,
  'row_shl:3': (lane) => ((lane % 16) + 3 < 16 ? lane + 3 : undefined),
  'row_shr:5': (lane) => (lane % 16 >= 5 ? lane - 5 : undefined),
  'row_ror:4': (lane) => lane - (lane % 16) + ((lane + 12) % 16),
  'wave_shl:1': (lane) => (lane < 63 ? lane + 1 : undefined),
  'wave_ror:1': (lane) => (lane + 63) % 64,
  row_mirror: (lane) => lane - (lane % 16) + 15 - (lane % 16),
  row_half_mirror: (lane) => lane - (lane % 8) + 7 - (lane % 8),
  'row_bcast:15': (lane) => (lane >= 16 ? lane - (lane % 16) - 1 : undefined),
  'row_bcast:31': (lane) => (lane >= 32 ? 31 : undefined),
};

test('other lanes: controls, masks of rows and banks, inactive lanes, bound control', (t) => {
  const exec = 0xfff7_ffff_0fff_fffen;
  for (const [control, source] of Object.entries(CONTROLS))
    for (const [rows, banks] of [
      [15, 15],
      [10, 5],
    ] as const)
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
          { exec },
        );
});

const big = (v: Uint32Array, i: number): bigint => BigInt(v[i]!);
const low32 = (value: bigint): number => Number(BigInt.asUintN(32, value));
const signedByte = (value: number, i: number): number => (value << (24 - 8 * i)) >> 24;

test('what is new in 32 bits', (t) => {
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
