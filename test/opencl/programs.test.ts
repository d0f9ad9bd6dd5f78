// The OpenCL programs of this folder, the same binaries on Atoll and on pocl: both pass.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { root } from '../../src/paths.js';
import { run } from '../cli/atoll.js';

const SOURCES = join(root, 'test', 'opencl');
const BINARIES = join(root, 'build', 'test-opencl');

/** Programs that any implementation passes, apart from what their rows name for pocl. */
const SHARED = [
  'buffers',
  'calls',
  'conversions',
  'endurance',
  'errors-kernels',
  'errors-memory',
  'errors-objects',
  'events',
  'image-kernels',
  'images',
  'kernels',
  'printf',
  'programs',
  'stress',
  'sub-devices',
] as const;
/** Programs that only an implementation survives which checks every handle and allows fork. */
const ATOLL_ONLY = ['hostile'] as const;
/** pocl 3.1 grows with every launch, and loses commands of this one. */
const NOT_ON_POCL: ReadonlySet<string> = new Set(['endurance']);

async function build(name: string): Promise<string> {
  mkdirSync(BINARIES, { recursive: true });
  const program = join(BINARIES, name);
  await execa('g++', ['-std=c++17', '-O1', join(SOURCES, `${name}.cc`), '-o', program, '-lOpenCL', '-lpthread']);
  return program;
}

/** The lines of a program's output that matter when it fails. */
const failed = (stdout: unknown): string =>
  String(stdout)
    .split('\n')
    .filter((line) => !line.startsWith('ok '))
    .join('\n');

for (const name of [...SHARED, ...ATOLL_ONLY]) {
  test.serial(`${name} on Atoll`, async (t) => {
    const { exitCode, stdout, stderr } = await run([await build(name)]);
    t.is(failed(stdout), 'all passed', String(stderr));
    t.is(exitCode, 0);
  });
}

for (const name of SHARED.filter((one) => !NOT_ON_POCL.has(one))) {
  test.serial(`${name} on pocl`, async (t) => {
    const { exitCode, stdout, stderr } = await execa(await build(name), [], { reject: false, timeout: 120_000 });
    t.is(failed(stdout), 'all passed', stderr);
    t.is(exitCode, 0);
  });
}
