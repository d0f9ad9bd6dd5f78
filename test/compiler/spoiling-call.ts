// A kernel whose callee overwrites the register of its scratch descriptor, which the callee has to save: p[i] becomes
// 42.

/**
 * One register of each group of four that could hold the descriptor: where functions do not save, it stays in s[96:99].
 */
const groups = (first: number, end: number): string[] =>
  Array.from({ length: (end - first) / 4 }, (_, group) => `s${first + 4 * group}`);

// s32 and s33 are the pointers of the stack and of the frame, s30 and s31 the address to return to.
const SPOILT: readonly string[] = [...groups(6, 30), ...groups(34, 98), 's96'];

/**
 * LLVM looks into functions that are static and get the caller's private memory: other calls may be tail calls, for
 * which functions save everything anyway.
 */
export const SPOILING_CALL = `
static __attribute__((noinline)) void spoil(volatile int *row) {
  __asm__ volatile("${SPOILT.map((register) => `s_mov_b32 ${register}, 0x2ad7d2bb`).join('\\n')}"
                   ::: ${SPOILT.map((register) => `"${register}"`).join(', ')});
  row[1] += 1;
}
__kernel void k(__global int *p) {
  volatile int row[8];
  for (int i = 0; i < 8; i++) row[i] = 40 + i;
  spoil(row);
  p[get_global_id(0)] = row[(p[get_global_id(0)] & 0) + 1];
}`;
