// Kernels of random instructions that execute: all units, loops, branches, barriers, waits. The same seed gives the
// same text.

const LINES: readonly string[] = [
  'v_mov_b32 v2, v3',
  'v_rcp_f32 v2, v3',
  'v_add_f64 v[2:3], v[4:5], v[6:7]',
  'v_mul_lo_u32 v2, v3, v4',
  'v_add_i32 v2, vcc, v3, v4\n s_mov_b32 s26, s27',
  's_mov_b32 s26, s27',
  's_nop 0',
  'v_add_f32 v2, 0x40490fdb, v3',
  'buffer_load_dword v8, v1, s[4:7], 0 offen',
  'buffer_load_dwordx4 v[8:11], v5, s[4:7], 0 offen offset:256',
  'buffer_load_dword v12, v6, s[4:7], 0 offen',
  'buffer_store_dword v0, v1, s[4:7], 0 offen offset:1024',
  'buffer_store_dword v0, v6, s[4:7], 0 offen offset:128',
  'buffer_atomic_add v0, v7, s[4:7], 0 offen',
  's_load_dwordx4 s[28:31], s[2:3], 0x40',
  's_load_dwordx8 s[32:39], s[2:3], 0x80',
  'ds_read_b32 v8, v1',
  'ds_write_b64 v5, v[2:3]',
  'ds_read_b32 v9, v6',
  'ds_add_u32 v1, v0',
  's_waitcnt vmcnt(0)',
  's_waitcnt vmcnt(1) & lgkmcnt(0)',
  's_waitcnt lgkmcnt(1)',
  's_waitcnt expcnt(0)',
  's_barrier',
];
const MAX_LINES = 24;

/** Numbers below a limit, one after the other: a linear congruence, whose high bits are good. */
function numbers(seed: number): (limit: number) => number {
  let state = (seed * 2654435761) >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

export interface RandomKernel {
  readonly text: string;
  readonly groups: number;
  readonly size: number;
  readonly vgprs: number;
  readonly ldsBytes: number;
}

export function randomKernel(seed: number): RandomKernel {
  const next = numbers(seed);
  const lines = (): string =>
    Array.from({ length: 1 + next(MAX_LINES) }, (_, n) => {
      const line = LINES[next(LINES.length)]!;
      // Of all wavefronts alike, so that they meet at the same barriers.
      return next(8) > 0
        ? line
        : `s_cmp_lt_u32 s20, ${next(4)}\n s_cbranch_scc1 over${seed}_${n}_${line.length}\n v_mov_b32 v2, v3\n over${seed}_${n}_${line.length}:`;
    }).join('\n');
  const text = `s_mov_b32 m0, -1\n s_mov_b32 s20, 0\n v_lshlrev_b32 v1, 2, v0\n v_lshlrev_b32 v5, 4, v0\n v_lshlrev_b32 v6, ${2 + next(5)}, v0\n v_and_b32 v7, 28, v0
    again: ${lines()}\n s_add_u32 s20, s20, 1\n s_cmp_lt_u32 s20, ${1 + next(6)}\n s_cbranch_scc1 again`;
  return { text, groups: 1 + next(24), size: 16 * (1 + next(16)), vgprs: 16 + 4 * next(20), ldsBytes: 16384 };
}
