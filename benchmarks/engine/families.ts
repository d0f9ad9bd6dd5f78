// The instruction families that are measured: lines of assembly that are repeated in a loop. In a line {d} is a
// register of eight that take turns, {p} the first of a pair of eight pairs, so that instructions depend on what was
// eight before.

export interface KernelFamily {
  readonly name: string;
  readonly line: string;
  /** Lines before the loop. */
  readonly setup?: readonly string[];
}

const PAIRS_FROM_LANES = [
  'v_cvt_f64_u32 v[2:3], v0',
  'v_mov_b32 v4, 0x55555555',
  'v_mov_b32 v5, 0x3fd55555',
  'v_mul_f64 v[2:3], v[2:3], v[4:5]',
  ...Array.from({ length: 8 }, (_, i) => `v_cvt_f64_u32 v[${24 + 2 * i}:${25 + 2 * i}], v0`),
];
/** v1: byte offsets of consecutive dwords; v6: the same, all in one dword of each eight. */
const ADDRESSES = ['v_lshlrev_b32 v1, 2, v0', 'v_and_b32 v6, 0xe0, v1'];

/** s[4:7] is a buffer over the data, s[8:9] its address. */
export const FAMILIES: readonly KernelFamily[] = [
  { name: 'SOP1', line: 's_not_b32 s{d}, s{d}' },
  { name: 'SOP2 32 bits', line: 's_add_u32 s{d}, s{d}, s3' },
  { name: 'SOP2 64 bits', line: 's_and_b64 s[{p}:{p+1}], s[{p}:{p+1}], exec' },
  { name: 'SOPC', line: 's_cmp_lt_i32 s{d}, s3' },
  { name: 'SOPK', line: 's_addk_i32 s{d}, 0x7' },
  { name: 'SOPP nop', line: 's_nop 0' },
  { name: 'SMRD load', line: 's_load_dword s{d}, s[8:9], 0x4' },
  { name: 'SMRD buffer load', line: 's_buffer_load_dwordx2 s[{p}:{p+1}], s[4:7], 0x4' },
  { name: 'VOP1 move', line: 'v_mov_b32 v{d}, v{d+1}' },
  { name: 'VOP1 convert', line: 'v_cvt_f32_u32 v{d}, v{d}' },
  { name: 'VOP1 half', line: 'v_cvt_f32_f16 v{d}, v{d}' },
  { name: 'VOP1 round', line: 'v_floor_f32 v{d}, v{d}' },
  { name: 'VOP1 reciprocal', line: 'v_rcp_f32 v{d}, v{d}' },
  { name: 'VOP1 square root', line: 'v_sqrt_f32 v{d}, v{d}' },
  { name: 'VOP1 exponential', line: 'v_exp_f32 v{d}, v{d}' },
  { name: 'VOP1 logarithm', line: 'v_log_f32 v{d}, v1', setup: ['v_cvt_f32_u32 v1, v0'] },
  { name: 'VOP1 sine', line: 'v_sin_f32 v{d}, v{d}' },
  { name: 'VOP1 f64 reciprocal', line: 'v_rcp_f64 v[{p}:{p+1}], v[{p}:{p+1}]', setup: PAIRS_FROM_LANES },
  { name: 'VOP2 integer', line: 'v_xor_b32 v{d}, v0, v{d}' },
  { name: 'VOP2 carry', line: 'v_add_i32 v{d}, vcc, v0, v{d}' },
  { name: 'VOP2 shift by lane', line: 'v_lshlrev_b32 v{d}, v0, v{d}' },
  { name: 'VOP2 f32 add', line: 'v_add_f32 v{d}, 1.0, v{d}' },
  { name: 'VOP2 f32 multiply-add', line: 'v_mac_f32 v{d}, 0.5, v{d}' },
  { name: 'VOP2 f32 minimum', line: 'v_min_f32 v{d}, v0, v{d}' },
  { name: 'VOP2 select', line: 'v_cndmask_b32 v{d}, v0, v{d}, vcc' },
  { name: 'VOP3 modifiers', line: 'v_add_f32 v{d}, -|v{d}|, 2.0 clamp' },
  { name: 'VOP3 multiply 32 bits', line: 'v_mul_lo_u32 v{d}, v0, v{d}' },
  { name: 'VOP3 multiply high', line: 'v_mul_hi_u32 v{d}, v0, v{d}' },
  { name: 'VOP3 bit field', line: 'v_bfe_u32 v{d}, v{d}, 3, 12' },
  { name: 'VOP3 f32 fused', line: 'v_fma_f32 v{d}, 0.5, v{d}, 1.0' },
  { name: 'VOP3 f64 add', line: 'v_add_f64 v[{p}:{p+1}], v[2:3], v[{p}:{p+1}]', setup: PAIRS_FROM_LANES },
  { name: 'VOP3 f64 multiply', line: 'v_mul_f64 v[{p}:{p+1}], v[4:5], v[{p}:{p+1}]', setup: PAIRS_FROM_LANES },
  {
    name: 'VOP3 f64 fused',
    line: 'v_fma_f64 v[{p}:{p+1}], v[4:5], v[{p}:{p+1}], v[2:3]',
    setup: PAIRS_FROM_LANES,
  },
  { name: 'VOP3 64-bit shift', line: 'v_lshl_b64 v[{p}:{p+1}], v[{p}:{p+1}], 3' },
  { name: 'VOP3 byte sums', line: 'v_sad_u8 v{d}, v0, v{d}, v{d}' },
  { name: 'VOPC integer', line: 'v_cmp_lt_i32 vcc, v0, v{d}' },
  { name: 'VOPC f32', line: 'v_cmp_lt_f32 vcc, v0, v{d}' },
  { name: 'VOPC f64', line: 'v_cmp_lt_f64 vcc, v[2:3], v[{p}:{p+1}]', setup: PAIRS_FROM_LANES },
  { name: 'lane read', line: 'v_readlane_b32 s{d}, v{d}, 7' },
  { name: 'DS read', line: 'ds_read_b32 v{d}, v1', setup: ADDRESSES },
  { name: 'DS write', line: 'ds_write_b32 v1, v{d}', setup: ADDRESSES },
  { name: 'DS atomic', line: 'ds_add_u32 v6, v{d}', setup: ADDRESSES },
  { name: 'MUBUF load', line: 'buffer_load_dword v{d}, v1, s[4:7], 0 offen', setup: ADDRESSES },
  { name: 'MUBUF load bytes', line: 'buffer_load_ubyte v{d}, v0, s[4:7], 0 offen' },
  { name: 'MUBUF store', line: 'buffer_store_dword v{d}, v1, s[4:7], 0 offen', setup: ADDRESSES },
  { name: 'MUBUF atomic', line: 'buffer_atomic_add v{d}, v6, s[4:7], 0 offen', setup: ADDRESSES },
  { name: 'MUBUF format', line: 'buffer_load_format_x v{d}, v0, s[4:7], 0 idxen' },
];

/** Instances of the line in the loop's body. */
export const REPEATS = 32;
const FIRST_SINGLE = 8;
const FIRST_PAIR = 24;

/** The line with its registers for one place in the body. */
export function instanceOf(line: string, index: number): string {
  const single = FIRST_SINGLE + 4 + (index % 8);
  const pair = FIRST_PAIR + 2 * (index % 8);
  return line
    .replaceAll('{d+1}', String(FIRST_SINGLE + 4 + ((index + 1) % 8)))
    .replaceAll('{d}', String(single))
    .replaceAll('{p+1}', String(pair + 1))
    .replaceAll('{p}', String(pair));
}
