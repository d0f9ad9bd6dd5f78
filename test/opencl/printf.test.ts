// printf in every form: Atoll prints what pocl prints, for programs that are built and for those that are linked.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { root } from '../../src/paths.js';
import { run } from '../cli/atoll.js';
import { ownPoclCache } from '../pocl.js';

ownPoclCache('printf');

const FOLDER = join(root, 'build', 'test-opencl');
const PROGRAM = join(FOLDER, 'printf-forms');

test.before(async () => {
  mkdirSync(FOLDER, { recursive: true });
  const source = join(root, 'test', 'opencl', 'printf-forms.cc');
  await execa('g++', ['-std=c++17', '-O1', source, '-o', PROGRAM, '-lOpenCL']);
});

for (const way of ['build', 'link']) {
  test.serial(`printf of a program by ${way}: the same text as pocl`, async (t) => {
    t.timeout(600_000);
    const patient = { timeout: 600_000 };
    const [atoll, pocl] = await Promise.all([run([PROGRAM, way], [], patient), execa(PROGRAM, ['build'], patient)]);
    t.is(atoll.exitCode, 0, String(atoll.stderr));
    t.true(pocl.stdout.length > 5000);
    t.deepEqual(String(atoll.stdout).split('\n'), pocl.stdout.split('\n'));
  });
}
