// Launches whose last work-groups have fewer work-items: every work-item runs once, on every engine and in both orders.

import test from 'ava';
import { Dispatcher } from '../../src/emulator/index.js';
import type { LaunchDescriptor } from '../../src/emulator/launch.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { ENGINES } from '../isa/engine.js';
import { assemble } from '../isa/southern-islands.js';
import { createMemory, DATA, launchOf } from './harness.js';

/** Adds 1 at work-item (x, y) of rows of s2 words; s0 the data, s1 and s3 the local sizes, s[4:5] the work-group's numbers. */
const PROGRAM = `s_mul_i32 s6, s4, s1\n v_add_i32 v2, vcc, s6, v0\n s_mul_i32 s6, s5, s3\n v_add_i32 v3, vcc, s6, v1
  v_mul_lo_u32 v3, v3, s2\n v_add_i32 v2, vcc, v3, v2\n v_lshlrev_b32 v2, 2, v2\n v_mov_b32 v4, 1
  s_mov_b32 s8, s0\n s_mov_b32 s9, 0\n s_mov_b32 s10, -1\n s_mov_b32 s11, 0x27fac
  buffer_atomic_add v4, v2, s[8:11], 0 offen\n s_endpgm`;

const SHAPES: readonly Pick<LaunchDescriptor, 'globalSize' | 'localSize'>[] = [
  { globalSize: [1021, 1, 1], localSize: [256, 1, 1] },
  { globalSize: [100, 1, 1], localSize: [100, 1, 1] },
  { globalSize: [65, 1, 1], localSize: [64, 1, 1] },
  { globalSize: [6, 101, 1], localSize: [3, 20, 1] },
  { globalSize: [4, 259, 1], localSize: [1, 256, 1] },
];

for (const [number, make] of [...ENGINES, createJit].entries()) {
  const memory = createMemory();
  const engine = make(memory);
  test(`the last work-groups have what is left: ${engine.name}, engine ${number}`, (t) => {
    const { words, problems } = assemble(PROGRAM);
    t.deepEqual(problems, []);
    for (const { globalSize, localSize } of SHAPES)
      for (const order of ['ascending', 'descending'] as const) {
        memory.u32.fill(0, DATA / 4, DATA / 4 + 2048);
        const userSgprs = Uint32Array.of(DATA, localSize[0], globalSize[0], localSize[1]);
        const ids = { groupIdX: true, groupIdY: true, localIds: 1 } as const;
        const shape = { globalSize, localSize, order, vgprs: 8, userSgprs, ...ids };
        const dispatch = new Dispatcher(memory, engine).start(launchOf(memory, Uint32Array.from(words), shape));
        t.is(dispatch.run(), 'done');
        const total = globalSize[0] * globalSize[1];
        const expected = Array.from({ length: 2048 }, (_, item) => Number(item < total));
        t.deepEqual(
          [...memory.u32.subarray(DATA / 4, DATA / 4 + 2048)],
          expected,
          `${globalSize} by ${localSize} ${order}`,
        );
        const groups = Math.ceil(globalSize[0] / localSize[0]) * Math.ceil(globalSize[1] / localSize[1]);
        t.is(dispatch.counters.workGroups, groups);
      }
  });
}

test('only the last dimension may have a rest', (t) => {
  const memory = createMemory();
  const launch = launchOf(memory, Uint32Array.of(0xbf81_0000), { globalSize: [7, 4, 1], localSize: [2, 2, 1] });
  t.throws(() => new Dispatcher(memory, createJit(memory)).start(launch), {
    message: /global size 7 is no multiple of 2/,
  });
});
