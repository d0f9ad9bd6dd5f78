// LDS is allocated in units of 256 bytes: the part beyond a kernel's request holds data like the rest.

import test from 'ava';
import { Dispatcher } from '../../src/emulator/index.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { ENGINES } from '../isa/engine.js';
import { assemble } from '../isa/southern-islands.js';
import { createMemory, DATA, launchOf } from './harness.js';

/** Reads LDS at four places (0 at the start of a work-group), writes there, reads again. */
const PROGRAM = `s_mov_b32 m0, -1\n v_mov_b32 v1, 7
  ds_read_b32 v2, v0 offset:96\n ds_read_b32 v3, v0 offset:252\n ds_read_b32 v4, v0 offset:256
  ds_write_b32 v0, v1 offset:96\n ds_write_b32 v0, v1 offset:252\n ds_write_b32 v0, v1 offset:256
  ds_read_b32 v5, v0 offset:96\n ds_read_b32 v6, v0 offset:252\n ds_read_b32 v7, v0 offset:256
  s_lshl_b32 s8, s1, 5\n s_mov_b32 s4, s0\n s_mov_b32 s5, 0\n s_mov_b32 s6, -1\n s_mov_b32 s7, 0x27fac
  ${[2, 3, 4, 5, 6, 7].map((r) => `buffer_store_dword v${r}, off, s[4:7], s8 offset:${4 * (r - 2)}`).join('\n')}
  s_endpgm`;

for (const make of [...ENGINES, createJit]) {
  const memory = createMemory();
  const engine = make(memory);
  test(`all of the allocated units are accessible, and nothing behind them: ${engine.name} ${make === createJit}`, (t) => {
    const { words, problems } = assemble(PROGRAM);
    t.deepEqual(problems, []);
    const launch = launchOf(memory, Uint32Array.from(words), {
      userSgprs: Uint32Array.of(DATA),
      ldsBytes: 97,
      globalSize: [3, 1, 1],
      localSize: [1, 1, 1],
    });
    t.is(new Dispatcher(memory, engine).start(launch).run(), 'done');
    for (let group = 0; group < 3; group++) {
      const at = DATA / 4 + 8 * group;
      t.deepEqual([...memory.u32.subarray(at, at + 6)], [0, 0, 0, 7, 7, 0]);
    }
  });
}
