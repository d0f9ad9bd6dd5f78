// Edge detection in six stages: each mapping of the stages to three targets gives one hash. A few of the 729 mappings,
// with ATOLL_LONG all of them.

import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { root } from '../../src/util/paths.js';
import { atoll, HANG_MS, run, scratchFolder } from '../cli/atoll.js';
import { poclCache } from '../pocl.js';

const STAGES = ['smooth', 'laplacian', 'crossings', 'gradient', 'maximum', 'reject'];
const TARGETS = ['cpu', 'vector', 'gpu'];
const COUNT = TARGETS.length ** STAGES.length;
/** Those on one target are numbers 0, 364 and 728. */
const NATIVE_STEP = process.env['ATOLL_LONG'] ? 1 : 91;
const SIMULATED_STEP = process.env['ATOLL_LONG'] ? 1 : 364;
const ARGS = ['32', '4'];
const EXPECTED = 'd53a89a7 1746';

/** The digits of a mapping's number are the targets. */
const mapping = (number: number): string =>
  STAGES.map((stage, n) => `${stage}:${TARGETS[Math.floor(number / TARGETS.length ** n) % TARGETS.length]}`).join();

test('edge detection has one result on all mappings of its stages', async (t) => {
  t.timeout(Math.ceil(COUNT / SIMULATED_STEP) * HANG_MS);
  const program = join(scratchFolder(t), 'edges');
  const built = await atoll(['hpvm', 'cc', join(root, 'test/hpvm/programs/edges.c'), '-lm', '-o', program]);
  t.deepEqual([built.exitCode, String(built.stderr)], [0, '']);
  const envOf = (number: number, depth: number) => ({
    ATOLL_HPVM_MAP: mapping(number),
    ATOLL_HPVM_DEPTH: String(depth),
  });
  for (let number = 0; number < COUNT; number += NATIVE_STEP) {
    const env = { ...envOf(number, 1 + (number % 3)), ...poclCache('hpvm') };
    const { stdout, stderr } = await execa(program, ARGS, { reject: false, timeout: HANG_MS, env });
    t.is(stdout, EXPECTED, `${mapping(number)} on pocl: ${stderr}`);
  }
  for (let number = SIMULATED_STEP; number < COUNT; number += SIMULATED_STEP) {
    const { stdout, stderr } = await run([program, ...ARGS], [], { env: envOf(number, 1 + (number % 3)) });
    t.is(String(stdout), EXPECTED, `${mapping(number)}: ${String(stderr)}`);
  }
});
