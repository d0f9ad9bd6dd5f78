// Launches of hand-written kernels: ids, barriers, LDS, faults, time slices.

import test from 'ava';
import { createInterpreter, Dispatcher, describeFault } from '../../src/emulator/index.js';
import { createMemory, DATA, launchOf } from './harness.js';
import { assembleWithLlvm, llvmMc } from './llvm.js';

const withLlvm = llvmMc ? test : test.skip;

/** Buffer resource of the whole address space in s[4:7] for addr64 access, as compilers make it. */
const RESOURCE = 's_mov_b32 s4, 0\n s_mov_b32 s5, 0\n s_mov_b32 s6, 0\n s_mov_b32 s7, 0xf000\n';

withLlvm('every work-item sees its ids and adds its elements', (t) => {
  const memory = createMemory();
  const code = assembleWithLlvm(`
    s_lshl_b32 s3, s2, 7
    v_add_i32 v0, vcc, s3, v0
    v_lshlrev_b32 v1, 2, v0
    ${RESOURCE}
    v_mov_b32 v2, 0
    v_add_i32 v1, vcc, s0, v1
    buffer_load_dword v3, v[1:2], s[4:7], 0 addr64
    s_waitcnt vmcnt(0)
    v_add_f32 v3, 1.0, v3
    buffer_store_dword v3, v[1:2], s[4:7], 0 addr64
    s_endpgm`);
  const items = 1024;
  for (let n = 0; n < items; n++) memory.f32[DATA / 4 + n] = n / 2;
  const dispatch = new Dispatcher(memory, createInterpreter(memory)).start(
    launchOf(memory, code, { userSgprs: Uint32Array.of(DATA, 0), globalSize: [items, 1, 1], localSize: [128, 1, 1] }),
  );
  t.is(dispatch.run(), 'done', dispatch.fault && describeFault(dispatch.fault));
  for (let n = 0; n < items; n++) t.is(memory.f32[DATA / 4 + n], n / 2 + 1);
  t.is(dispatch.counters.wavefronts, 16);
});
