// Launches of three work-groups from their start to their end, on the JIT with any options.

import { Dispatcher, describeFault, type LaunchDescriptor } from '../../src/emulator/index.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { counted } from '../emulator/counted.js';
import { createMemory, DATA, launchOf } from '../emulator/harness.js';
import { code } from '../emulator/scenarios.js';
import { denormals } from './denormals.js';

/** Stores v1 at the data, a word for each lane. */
export const STORE = `v_lshlrev_b32 v2, 2, v0\n s_mov_b32 s6, -1\n s_mov_b32 s7, 0x27fac\n s_mov_b32 s4, s0\n s_mov_b32 s5, 0
  buffer_store_dword v1, v2, s[4:7], 0 offen`;
/** Accesses of work-groups of 64 work-items, row by row. */
const inRows = (
  width: number,
): string => `s_mov_b32 s6, -1\n s_mov_b32 s7, 0x27fac\n s_mov_b32 s4, s0\n s_mov_b32 s5, 0\n s_mov_b32 s8, ${width + 1}
  v_mul_lo_u32 v3, v1, s8\n v_add_i32 v3, vcc, v3, v0\n v_lshlrev_b32 v2, 2, v3\n buffer_load_dword v5, v2, s[4:7], 0 offen offset:1024
  v_mul_lo_u32 v6, v3, v3\n v_xor_b32 v5, v5, v6\n buffer_store_dword v5, v2, s[4:7], 0 offen`;
/** Programs that engines have to execute alike, by their special feature. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  'blocks in a loop, vectors and memory': `s_mov_b32 s4, 0\n L: v_mac_f32 v1, v0, v0\n s_add_u32 s4, s4, 1
    s_cmp_lt_u32 s4, 9\n s_cbranch_scc1 L\n ${STORE}`,
  'lanes that diverge': `v_mov_b32 v1, v0\n v_cmp_gt_u32 vcc, 37, v0\n s_and_saveexec_b64 s[2:3], vcc
    v_mul_u32_u24 v1, 3, v1\n v_add_i32 v1, vcc, 5, v1\n s_mov_b64 exec, s[2:3]\n ${STORE}`,
  'values that are linear in rows of 16 lanes': inRows(16),
  'values that are linear in rows of 32 lanes': inRows(32),
  'a vector fault in one lane': `s_mov_b32 s4, 0\n s_mov_b32 s5, 0\n s_mov_b32 s6, 0\n s_mov_b32 s7, 0xf000\n v_mov_b32 v3, 0
    s_mov_b64 exec, 0x30\n v_mov_b32 v2, 64\n buffer_store_dword v0, v[2:3], s[4:7], 0 addr64`,
  'a scalar fault': 's_mov_b32 s8, 0x20000\n s_mov_b32 s9, 0\n s_load_dword s10, s[8:9], 0x0',
  'an instruction of the interpreter': `v_mov_b32 v1, 3\n s_mov_b32 m0, 1\n s_movrels_b32 s8, s4\n v_mov_b32 v2, s8\n ${STORE}`,
  'a multiply-add that the host does exactly': `v_mov_b32 v1, 0x00200001\n v_fma_f32 v1, v1, v1, v0\n ${STORE}`,
  'a computed jump':
    's_getpc_b64 s[8:9]\n s_add_u32 s8, s8, 12\n s_setpc_b64 s[8:9]\n .long 0xffffffff\n v_mov_b32 v1, 3',
};

/** The launch's parameters of work-groups. */
export function shapeOf(text: string): Partial<LaunchDescriptor> {
  const width = [16, 32].find((each) => text === inRows(each));
  return width === undefined ? {} : { localIds: 1, localSize: [width, 64 / width, 1] };
}

/** @param text its code, without the end; s[0:1] hold the address of the data, of which 64 words are given back */
export function finish(
  text: string,
  options: Parameters<typeof createJit>[1] = {},
  more: Partial<LaunchDescriptor> = {},
) {
  const memory = createMemory();
  const userSgprs = Uint32Array.of(DATA, 0);
  const shape = shapeOf(text);
  const globalSize = [192, shape.localSize?.[1] ?? 1, 1] as const;
  const launch = launchOf(memory, code(`${text}\n s_endpgm`), { ...shape, userSgprs, globalSize, ...more });
  const dispatcher = new Dispatcher(memory, createJit(memory, { denormals, ...options }));
  const dispatch = dispatcher.start(launch);
  const outcome = dispatch.run();
  dispatcher.close();
  return {
    outcome,
    fault: dispatch.fault && describeFault(dispatch.fault),
    counters: counted(dispatch.counts, memory, launch),
    data: [...memory.u32.subarray(DATA / 4, DATA / 4 + 64)],
  };
}
