// Host writes, maps, copies, fills and launches in any order, over buffers and images of all kinds and formats: on a
// board they leave what they leave on its device itself. ATOLL_LONG: more orders, and longer ones.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { root } from '../benchmarks/programs.js';
import { compile, HANG_MS, run } from '../cli/atoll.js';

const LONG = process.env['ATOLL_LONG'] !== undefined;
/** In 12, 16 and 17 two images of one buffer are written in turn. */
const SEEDS = LONG ? Array.from({ length: 40 }, (_, n) => n + 1) : [1, 12, 17];
const STEPS = LONG ? 150 : 60;

test('any order of requests has the same result on a board as on its device', async (t) => {
  t.timeout(SEEDS.length * 2 * HANG_MS);
  const program = compile(t, readFileSync(join(root, 'test/board/interleaved.cpp'), 'utf8'));
  for (const seed of SEEDS) {
    const argv = [program, String(seed), String(STEPS)];
    const native = await execa(argv[0]!, argv.slice(1), { reject: false, timeout: HANG_MS });
    t.is(native.exitCode, 0, `seed ${seed}: ${native.stdout}${native.stderr}`);
    t.true(native.stdout.split('\n').length > STEPS / 2, `seed ${seed}`);
    const board = await run(argv, ['--engine', 'opencl:pocl']);
    t.is(board.exitCode, 0, `seed ${seed}: ${board.stderr}`);
    t.is(board.stdout, native.stdout, `seed ${seed}`);
  }
});
