// Kernels of which each shows one way in which the JIT makes code fast. They are written out, so that no compiler
// changes them.

import type { LaunchDescriptor } from '../../../src/emulator/launch.js';

interface GoldenKernel {
  /** Text that has to occur. */
  readonly about: string;
  readonly code: string;
  readonly launch?: Partial<LaunchDescriptor>;
  /** The function `groups`, too, and all of it. */
  readonly groups?: boolean;
}

/** Two buffers s[0:1] and s[2:3], for addr64 access: s[4:7] and s[8:11]. */
const RESOURCES = `s_mov_b32 s4, s0\n s_mov_b32 s5, s1\n s_mov_b32 s6, 0\n s_mov_b32 s7, 0xf000
  s_mov_b32 s8, s2\n s_mov_b32 s9, s3\n s_mov_b32 s10, 0\n s_mov_b32 s11, 0xf000`;
/** v[0:1] = 4 * the global id. */
const GLOBAL_ID =
  's_lshl_b32 s12, s12, 6\n v_add_i32 v0, vcc, s12, v0\n v_mov_b32 v1, 0\n v_lshl_b64 v[0:1], v[0:1], 2';

/** clang 22's code for the example in docs/compiled-code.md: y[i] = a * x[i] + y[i]. */
const SAXPY = `s_load_dword s3, s[0:1], 0x1a\n s_load_dword s8, s[0:1], 0xf\n s_load_dwordx4 s[4:7], s[0:1], 0x9
  s_load_dword s9, s[0:1], 0xd\n v_mov_b32_e32 v1, 0\n s_waitcnt lgkmcnt(0)\n s_mul_i32 s3, s3, s2\n s_add_i32 s8, s8, s3
  v_add_i32_e32 v0, vcc, s8, v0\n s_mov_b32 s3, 0xf000\n s_mov_b32 s2, 0\n v_lshl_b64 v[0:1], v[0:1], 2\n s_mov_b64 s[0:1], s[6:7]
  s_mov_b64 s[6:7], s[2:3]\n buffer_load_dword v2, v[0:1], s[0:3], 0 addr64\n buffer_load_dword v3, v[0:1], s[4:7], 0 addr64
  s_waitcnt vmcnt(0)\n v_mac_f32_e32 v3, s9, v2\n buffer_store_dword v3, v[0:1], s[4:7], 0 addr64`;

export const KERNELS: Readonly<Record<string, GoldenKernel>> = {
  linear: {
    about: 'addresses that grow by 4 from lane to lane: plain loads and stores of four lanes, no check for each',
    code: SAXPY,
  },
  rows: {
    about: 'values that are linear in rows of 16 lanes: a loop for each quarter of the wavefront',
    code: `${RESOURCES}\n v_mul_lo_u32 v3, v1, s13\n v_add_i32 v3, vcc, v3, v0\n v_mov_b32 v4, 0\n v_lshl_b64 v[3:4], v[3:4], 2
      buffer_load_dword v5, v[3:4], s[4:7], 0 addr64\n s_waitcnt vmcnt(0)\n v_add_f32 v5, 1.0, v5
      buffer_store_dword v5, v[3:4], s[8:11], 0 addr64`,
    launch: { localIds: 1, localSize: [16, 4, 1], globalSize: [16, 4, 1] },
  },
  lds: {
    about: 'local memory: addresses of a chunk are looked at once',
    code: `s_mov_b32 m0, -1\n v_lshlrev_b32 v2, 2, v0\n v_cvt_f32_u32 v3, v0\n ds_write_b32 v2, v3\n s_waitcnt lgkmcnt(0)
      s_barrier\n v_xor_b32 v4, 4, v2\n ds_read_b32 v5, v4\n s_waitcnt lgkmcnt(0)\n v_add_f32 v3, v3, v5
      ds_write_b32 v2, v3 offset:256`,
    launch: { ldsBytes: 512 },
  },
  detour: {
    about: 'loads from anywhere: a quick version without calls, and the one that calls checked functions',
    code: `${RESOURCES}\n ${GLOBAL_ID}\n buffer_load_dword v2, v[0:1], s[4:7], 0 addr64\n s_waitcnt vmcnt(0)\n v_mov_b32 v3, 0
      v_lshl_b64 v[2:3], v[2:3], 2\n buffer_load_dword v4, v[2:3], s[4:7], 0 addr64\n s_waitcnt vmcnt(0)
      v_mul_f32 v4, v4, v4\n buffer_store_dword v4, v[0:1], s[8:11], 0 addr64`,
  },
  atomics: {
    about: 'atomic operations, in local and in global memory',
    code: `${RESOURCES}\n s_mov_b32 m0, -1\n v_and_b32 v2, 7, v0\n v_lshlrev_b32 v2, 2, v2\n v_mov_b32 v3, 1\n ds_add_u32 v2, v3
      s_waitcnt lgkmcnt(0)\n v_mov_b32 v4, v2\n v_mov_b32 v5, 0\n buffer_atomic_add v3, v[4:5], s[4:7], 0 addr64`,
    launch: { ldsBytes: 256 },
  },
  image: {
    about: 'an image is read by a routine for its format, which is called for the wavefront',
    code: `${RESOURCES}\n s_load_dwordx8 s[16:23], s[2:3], 0x0\n v_mov_b32 v1, 0\n s_waitcnt lgkmcnt(0)
      image_load v[2:5], v[0:1], s[16:23] dmask:0xf unorm\n s_waitcnt vmcnt(0)\n v_add_f32 v2, v2, v3\n v_mov_b32 v7, 0
      v_lshlrev_b32 v6, 2, v0\n buffer_store_dword v2, v[6:7], s[4:7], 0 addr64`,
  },
  f64: {
    about: 'double precision: two lanes at a time, the fused multiply-add of the processor',
    code: `${RESOURCES}\n v_lshlrev_b32 v0, 3, v0\n v_mov_b32 v1, 0\n buffer_load_dwordx2 v[2:3], v[0:1], s[4:7], 0 addr64
      s_waitcnt vmcnt(0)\n v_fma_f64 v[4:5], v[2:3], v[2:3], v[2:3]\n v_add_f64 v[4:5], v[4:5], v[2:3]
      buffer_store_dwordx2 v[4:5], v[0:1], s[8:11], 0 addr64`,
  },
  scalar: {
    about: 'scalar loads: words that all lanes share are loaded once, in front of the vector loop',
    code: `${RESOURCES}\n s_mov_b32 s14, 0\n v_mov_b32 v2, 0\n again: s_lshl_b32 s15, s14, 2\n s_add_u32 s16, s0, s15
      s_addc_u32 s17, s1, 0\n s_load_dword s18, s[16:17], 0x0\n s_waitcnt lgkmcnt(0)\n v_add_i32 v2, vcc, s18, v2
      s_add_u32 s14, s14, 1\n s_cmp_lt_u32 s14, s13\n s_cbranch_scc1 again\n v_lshlrev_b32 v0, 2, v0\n v_mov_b32 v1, 0
      buffer_store_dword v2, v[0:1], s[8:11], 0 addr64`,
  },
  reduction: {
    about:
      'a sum in a register over a loop, as in a product of matrices: one multiply-add, and what the next turn needs',
    code: `${RESOURCES}\n s_mov_b32 s14, 0\n v_lshlrev_b32 v0, 2, v0\n v_mov_b32 v1, 0\n v_mov_b32 v2, 0\n v_mov_b32 v3, v0
      v_mov_b32 v4, 0\n again: buffer_load_dword v5, v[3:4], s[4:7], 0 addr64\n s_waitcnt vmcnt(0)\n v_mac_f32 v2, v5, v5
      v_add_i32 v3, vcc, 0x100, v3\n s_add_u32 s14, s14, 1\n s_cmp_lt_u32 s14, s13\n s_cbranch_scc1 again
      buffer_store_dword v2, v[0:1], s[8:11], 0 addr64`,
  },
  groups: {
    about: 'work-groups start, meet at a barrier and end inside of compiled code',
    code: 's_mov_b32 m0, -1\n v_lshlrev_b32 v1, 2, v0\n ds_write_b32 v1, v0\n s_barrier\n ds_read_b32 v2, v1 offset:4',
    launch: { ldsBytes: 1024, localSize: [256, 1, 1], globalSize: [1024, 1, 1] },
    groups: true,
  },
};
