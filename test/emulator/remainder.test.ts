// Launches whose last work-groups have fewer work-items: every work-item runs once, on every engine and in both orders.

import test from 'ava';
import { Dispatcher, GroupCursor, groupTotal } from '../../src/emulator/index.js';
import type { LaunchDescriptor } from '../../src/emulator/launch.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { ENGINES } from '../isa/engine.js';
import { assemble } from '../isa/southern-islands.js';
import { createMemory, DATA, launchOf } from './harness.js';

/**
 * Adds 1 at a work-item of planes of rows; s0 the data, s[1:3] the local sizes, s[4:5] the rows and planes, s[6:8] the
 * work-group.
 */
const PROGRAM = `s_mul_i32 s9, s6, s1\n v_add_i32 v3, vcc, s9, v0\n s_mul_i32 s9, s7, s2\n v_add_i32 v4, vcc, s9, v1
  s_mul_i32 s9, s8, s3\n v_add_i32 v5, vcc, s9, v2\n v_mul_lo_u32 v5, v5, s5\n v_add_i32 v5, vcc, v5, v4
  v_mul_lo_u32 v5, v5, s4\n v_add_i32 v5, vcc, v5, v3\n v_lshlrev_b32 v5, 2, v5\n v_mov_b32 v6, 1
  s_mov_b32 s12, s0\n s_mov_b32 s13, 0\n s_mov_b32 s14, -1\n s_mov_b32 s15, 0x27fac
  buffer_atomic_add v6, v5, s[12:15], 0 offen\n s_endpgm`;

const SHAPES: readonly Pick<LaunchDescriptor, 'globalSize' | 'localSize'>[] = [
  { globalSize: [1021, 1, 1], localSize: [256, 1, 1] },
  { globalSize: [100, 1, 1], localSize: [100, 1, 1] },
  { globalSize: [65, 1, 1], localSize: [64, 1, 1] },
  { globalSize: [6, 101, 1], localSize: [3, 20, 1] },
  { globalSize: [4, 259, 1], localSize: [1, 256, 1] },
  // In another dimension than the last one.
  { globalSize: [103, 16, 1], localSize: [64, 1, 1] },
  { globalSize: [103, 6, 3], localSize: [20, 3, 1] },
  { globalSize: [6, 43, 6], localSize: [3, 10, 2] },
  { globalSize: [70, 1, 20], localSize: [64, 1, 1] },
  { globalSize: [4, 5, 67], localSize: [4, 1, 16] },
  // Fewer than a work-group has.
  { globalSize: [5, 6, 7], localSize: [8, 3, 7] },
  // In several dimensions: up to eight sizes of work-groups.
  { globalSize: [7, 5, 1], localSize: [2, 2, 1] },
  { globalSize: [101, 19, 1], localSize: [32, 4, 1] },
  { globalSize: [21, 1, 67], localSize: [20, 1, 16] },
  { globalSize: [11, 13, 14], localSize: [4, 8, 3] },
  { globalSize: [3, 13, 5], localSize: [4, 8, 6] },
];

/** The number of work-groups that units of a launch take at once. */
const BATCHES = [1, 3, 64];

for (const [number, make] of [...ENGINES, createJit].entries()) {
  const memory = createMemory();
  const engine = make(memory);
  test(`the last work-groups have the remainder: ${engine.name}, engine ${number}`, (t) => {
    const { words, problems } = assemble(PROGRAM);
    t.deepEqual(problems, []);
    for (const { globalSize, localSize } of SHAPES)
      for (const order of ['ascending', 'descending'] as const)
        for (const batch of BATCHES) {
          memory.u32.fill(0, DATA / 4, DATA / 4 + 2048);
          const userSgprs = Uint32Array.of(DATA, ...localSize, globalSize[0], globalSize[1]);
          const ids = { groupIdX: true, groupIdY: true, groupIdZ: true, localIds: 2 } as const;
          const shape = { globalSize, localSize, order, vgprs: 8, userSgprs, ...ids };
          const launch = launchOf(memory, Uint32Array.from(words), shape);
          const dispatch = new Dispatcher(memory, engine).start(launch, new GroupCursor(groupTotal(launch), batch));
          t.is(dispatch.run(), 'done');
          const total = globalSize[0] * globalSize[1] * globalSize[2];
          t.deepEqual(
            [...memory.u32.subarray(DATA / 4, DATA / 4 + 2048)],
            Array.from({ length: 2048 }, (_, item) => Number(item < total)),
            `${globalSize} by ${localSize} ${order}`,
          );
          const groups = [0, 1, 2].reduce((product, d) => product * Math.ceil(globalSize[d]! / localSize[d]!), 1);
          t.is(dispatch.counts.workGroups, groups);
        }
  });
}
