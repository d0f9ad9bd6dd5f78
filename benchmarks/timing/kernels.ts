// Kernels whose simulation is timed, by the parts of the model that they use: each with at least 64 work-groups, so
// that threads have work.

import type { Launch } from './subject.js';

const GROUPS = 512;
const PLACE = 's_mov_b32 m0, -1\n v_lshlrev_b32 v1, 2, v0\n s_lshl_b32 s20, s8, 10\n v_add_i32 v5, vcc, s20, v1\n';
const loop = (body: string, times: number): string =>
  `s_mov_b32 s22, 0\n again: ${body}\n s_add_u32 s22, s22, 1\n s_cmp_lt_u32 s22, ${times}\n s_cbranch_scc1 again\n`;

const MULTIPLY = 'v_mac_f32 v2, v3, v4\n v_mac_f32 v6, v3, v4\n v_mad_f32 v7, v3, v4, v7\n v_rcp_f32 v8, v7\n';

/** By class. */
export const SPEED_KERNELS = {
  compute: {
    groups: GROUPS,
    size: 256,
    text: `${PLACE}${loop(`${MULTIPLY.repeat(12)} s_mov_b32 s23, s24`, 24)} buffer_store_dword v2, v5, s[4:7], 0 offen`,
  },
  mixed: {
    groups: GROUPS,
    size: 256,
    ldsBytes: 8192,
    text: `${PLACE}${loop(
      `buffer_load_dword v9, v5, s[4:7], 0 offen\n s_load_dwordx4 s[12:15], s[2:3], 0x40\n ${MULTIPLY.repeat(4)}
       s_waitcnt vmcnt(0) & lgkmcnt(0)\n ds_write_b32 v1, v9\n s_waitcnt lgkmcnt(0)\n s_barrier\n ds_read_b32 v10, v1
       v_add_i32 v5, vcc, 0x100, v5\n s_waitcnt lgkmcnt(0)\n v_mac_f32 v2, v10, v4\n s_barrier`,
      12,
    )} buffer_store_dword v2, v5, s[4:7], 0 offen`,
  },
  streaming: {
    groups: GROUPS,
    size: 256,
    text: `${PLACE} s_mov_b32 s21, 0\n ${loop(
      `buffer_load_dword v2, v5, s[4:7], s21 offen\n s_add_u32 s21, s21, 0x80000\n buffer_load_dword v3, v5, s[4:7], s21 offen
       s_add_u32 s21, s21, 0x80000\n s_waitcnt vmcnt(0)\n v_add_f32 v2, v2, v3\n v_add_f32 v4, v4, v2`,
      16,
    )} buffer_store_dword v4, v5, s[4:7], 0 offen`,
  },
  scattered: {
    groups: 256,
    size: 256,
    text: `${PLACE} v_lshlrev_b32 v5, 6, v0\n v_add_i32 v5, vcc, s20, v5\n ${loop(
      `buffer_load_dword v2, v5, s[4:7], 0 offen\n v_add_i32 v5, vcc, 0x4100, v5\n s_waitcnt vmcnt(0)\n v_mac_f32 v4, v2, v3\n ${MULTIPLY}`,
      12,
    )} buffer_store_dword v4, v5, s[4:7], 0 offen`,
  },
  many: {
    groups: 4096,
    size: 256,
    ldsBytes: 4096,
    text: `${PLACE} buffer_load_dword v9, v5, s[4:7], 0 offen\n ${MULTIPLY.repeat(4)} s_waitcnt vmcnt(0)\n ds_write_b32 v1, v9
      s_waitcnt lgkmcnt(0)\n s_barrier\n ds_read_b32 v10, v1\n ${MULTIPLY.repeat(3)} s_waitcnt lgkmcnt(0)\n v_mac_f32 v2, v10, v4
      buffer_store_dword v2, v5, s[4:7], 0 offen`,
  },
} as const satisfies Readonly<Record<string, Launch>>;

/** A launch of about so many wave-instructions, of long wavefronts that compute and load. */
export function longLaunch(instructions: number): Launch {
  const [waves, body] = [4 * GROUPS, 68];
  const times = Math.ceil(instructions / waves / body);
  return {
    groups: GROUPS,
    size: 256,
    text: `${PLACE}${loop(
      `buffer_load_dword v9, v5, s[4:7], 0 offen\n ${MULTIPLY.repeat(15)} s_waitcnt vmcnt(0)\n v_add_i32 v5, vcc, 0x100, v5
       v_and_b32 v5, 0x3fffffc, v5`,
      times,
    )} buffer_store_dword v2, v5, s[4:7], 0 offen`,
  };
}
