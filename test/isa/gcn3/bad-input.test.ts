// Invalid instructions of a chip: the assembler gives the reason, checks of code name it, and every engine faults
// there.

import test from 'ava';
import { loadIsa } from '../../../src/isa/load-isa.js';
import { assemblyReport, faultingLines } from '../../../src/isa/report.js';
import { ENGINES, EngineDriver } from '../engine.js';

const PARTS = 'dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD';
const BOTH_PARTS = `${PARTS} src1_sel:DWORD`;
const MASKS = 'row_mask:0xf bank_mask:0xf';
const BUS = /reads .* at most one of SGPR, VCC, M0, EXEC and literal constant/;

/** Texts by chip, with their errors. */
const TEXTS: readonly (readonly [chip: string, text: string, message: RegExp])[] = [
  // Of another chip.
  ['gfx803', 'global_load_dword v0, v[0:1], off', /no instruction 'global_load_dword'/],
  ['gfx803', 'v_add_u32 v0, v1, v2', /v_add_u32 takes 4 operands/],
  ['gfx803', 's_mul_hi_u32 s0, s1, s2', /no instruction/],
  ['gfx803', 's_atomic_add s0, s[2:3], 0x0', /no instruction/],
  ['gfx803', 's_mov_b64 s[0:1], src_shared_base', /'src_shared_base' is not defined/],
  ['gfx803', 'flat_load_dword v0, v[0:1] offset:8', /no modifier 'offset:8'/],
  ['gfx803', 'buffer_load_short_d16 v0, off, s[0:3], 0', /no instruction/],
  ['gfx900', 'v_movrels_b32_e32 v0, v1', /no instruction/],
  ['gfx900', 'v_fmac_f32_e32 v0, v1, v2', /no instruction/],
  ['gfx900', 'v_dot4_i32_i8 v0, v1, v2, v3', /no instruction/],
  ['gfx900', 'v_addc_u32_e32 v0, vcc, v1, v2, vcc', /no instruction/],
  ['gfx906', 'v_mad_mix_f32 v0, v1, v2, v3', /no instruction/],
  // Parts of registers and other lanes where there are none.
  ['gfx803', `v_add_f16_sdwa v0, s1, v2 ${BOTH_PARTS}`, /'s1' does not fit the operand S0/],
  ['gfx900', `v_mac_f32_sdwa v0, v1, v2 ${BOTH_PARTS}`, /no instruction/],
  ['gfx900', `v_cvt_f64_i32_sdwa v[0:1], v1 ${PARTS}`, /no instruction/],
  ['gfx900', `v_readfirstlane_b32_sdwa s0, v1 ${PARTS}`, /no instruction/],
  ['gfx900', `v_fma_f32_sdwa v0, v1, v2, v3 ${BOTH_PARTS}`, /no instruction/],
  ['gfx900', `v_cvt_f64_i32_dpp v[0:1], v1 row_mirror ${MASKS}`, /no instruction/],
  ['gfx900', `v_cmp_eq_u32_dpp vcc, v1, v2 row_mirror ${MASKS}`, /no instruction/],
  ['gfx900', `v_mov_b32_dpp v0, s1 row_mirror ${MASKS}`, /'s1' does not fit/],
  ['gfx900', `v_mov_b32_dpp v0, v1 row_shl:16 ${MASKS}`, /no control of lanes/],
  ['gfx900', `v_mov_b32_dpp v0, v1 wave_shl:2 ${MASKS} bound_ctrl:0`, /no control of lanes/],
  ['gfx900', `v_mov_b32_dpp v0, v1 quad_perm:[0,1,2,4] ${MASKS}`, /no control of lanes/],
  ['gfx900', 'v_mov_b32_dpp v0, v1 row_mirror row_mask:0x10 bank_mask:0xf', /does not fit the modifier 'row_mask'/],
  // Registers that start where they must not.
  ['gfx900', 's_mov_b64 s[1:2], 0', /odd register pair/],
  ['gfx900', 's_load_dword s0, s[1:2], 0x0', /odd register pair/],
  ['gfx900', 's_load_dwordx4 s[2:5], s[0:1], 0x0', /not aligned to 4/],
  ['gfx900', 's_buffer_store_dword s0, s[2:5], 0x0', /not aligned to 4/],
  ['gfx900', 'buffer_load_dword v0, off, s[2:5], 0', /not aligned to 4/],
  ['gfx900', 'image_load v0, v[0:2], s[2:9] dmask:0x1', /not aligned to 4/],
  ['gfx900', 'v_add_f64 v[0:1], s[3:4], v[2:3]', /odd register pair/],
  ['gfx600', 's_load_dword s0, s[1:2], 0x0', /odd register pair/],
  ['gfx600', 'buffer_load_dword v0, off, s[2:5], 0', /not aligned to 4/],
  // More than the constant bus carries.
  ['gfx900', 'v_add_f32_e64 v0, s1, s2', BUS],
  ['gfx803', 'v_fma_f32 v0, s1, v2, s3', BUS],
  ['gfx900', `v_add_f32_sdwa v0, s1, s2 ${BOTH_PARTS}`, BUS],
  ['gfx900', 'v_addc_co_u32_e32 v0, vcc, s1, v2, vcc', BUS],
  ['gfx900', 'v_pk_add_f16 v0, s1, s2', BUS],
  // Offsets, and other operands without a place.
  ['gfx803', 's_store_dword s1, s[2:3], s4', /has to be m0/],
  ['gfx900', 's_load_dwordx2 s[0:1], s[2:3], 0x200000', /does not fit the operand OFFSET/],
  ['gfx900', 'global_load_dword v0, v[0:1], off offset:4096', /-4096\.\.4095/],
  ['gfx900', 'flat_load_dword v0, v[0:1] offset:-1', /0\.\.4095/],
  ['gfx900', 'v_add_f32_e64 v0, 0x11213141, v2', /takes no literal constant/],
  ['gfx900', 'v_swap_b32 v0, s1', /vector registers only/],
];

test('errors of the assembler have the reason', async (t) => {
  for (const [chip, text, message] of TEXTS) {
    const { problems } = assemblyReport(await loadIsa(chip), `s_nop 0\n${text}\n`, 'bad.s');
    t.is(problems.length, 1, `${chip} ${text}`);
    t.regex(problems[0]!, message, `${chip} ${text}`);
    t.true(problems[0]!.startsWith('bad.s:2: '), problems[0]);
  }
});

/** Words by chip, and why they are no instruction. */
const WORDS: readonly (readonly [chip: string, what: string, words: readonly number[], message: RegExp])[] = [
  ['gfx803', 'v_add_u32 of GFX9', [0x68000501], /no instruction with opcode 52/],
  ['gfx803', 's_mul_hi_u32 of GFX9', [0x96000201], /no instruction with opcode 44/],
  ['gfx803', 's_atomic_add of GFX9', [0xc20a0001, 0], /no instruction with opcode 130/],
  ['gfx900', 'v_dot4_i32_i8 of gfx906', [0xd3a80000, 0x040e0501], /no instruction with opcode 40/],
  ['gfx900', 'v_fmac_f32 of gfx906', [0x76000501], /no instruction with opcode 59/],
  ['gfx900', 'parts of registers of 64 bits (v_cvt_f64_i32)', [0x7e0008f9, 0x06060601], /no instruction/],
  ['gfx900', 'parts of registers of v_mac_f32', [0x2c0004f9, 0x06060601], /no instruction/],
  ['gfx900', 'other lanes of a comparison', [0x7d9404fa, 0xff014001], /no instruction/],
  ['gfx900', 'a control of lanes without a meaning', [0x7e0002fa, 0xff010001 | (0x110 << 8)], /dpp_ctrl is 0x110/],
  ['gfx900', 'the same with bound control', [0x7e0002fa, 0xff090001 | (0x110 << 8)], /dpp_ctrl is 0x110/],
  ['gfx900', 'a select without a meaning', [0x7e0002f9, 0x00070601], /src0_sel is 7/],
  ['gfx900', 'an odd pair (s_mov_b64 s[1:2])', [0xbe810180], /odd register pair/],
  ['gfx900', 'a quad from s2 on', [0xc00a0080, 0], /not aligned to 4/],
  ['gfx900', 'two scalar registers (v_add_f32_e64 v0, s1, s2)', [0xd1010000, 0x0401], BUS],
  ['gfx803', 'two scalar registers (v_fma_f32 v0, s1, v2, s3)', [0xd1cb0000, 0x000e0401], BUS],
  ['gfx803', 'a scalar store with s4 as offset', [0xc0400041, 4], /has to be m0/],
  [
    'gfx803',
    'a scalar operand of parts of registers',
    [0x020004f9, 0x06860601],
    /parts of scalar registers are of GFX9/,
  ],
  ['gfx803', 'global_load_dword of GFX9', [0xdc508000, 0x007f0000], /a segment and an offset .* are of GFX9/],
];

/** Puts 5 into s0: instructions before the words are executed. */
const BEFORE = 0xbe800085;

test('checks of code name the words', async (t) => {
  for (const [chip, what, words, message] of WORDS) {
    const lines = faultingLines(await loadIsa(chip), [BEFORE, ...words, 0xbf810000]);
    t.is(lines.length, 1, what);
    t.is(lines[0]!.offset, 4, what);
    t.regex(lines[0]!.problem!, message, what);
  }
});

test('every engine faults at the words, and nowhere before', async (t) => {
  for (const make of ENGINES) {
    const driver = new EngineDriver(make);
    for (const [chip, what, words, message] of WORDS) {
      const code = Uint32Array.of(BEFORE, ...words);
      const { outcome, read } = driver.run({ code, ldsBytes: 0, isa: await loadIsa(chip) }, new Map());
      t.regex(outcome, /^fault: bad-(instruction|register): /, `${driver.name}, ${what}`);
      t.regex(outcome, message, `${driver.name}, ${what}`);
      t.is(read('s0'), 5, `${driver.name}, ${what}`);
    }
  }
});
