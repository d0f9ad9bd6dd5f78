// The OpenCL programs of this folder, the same binaries on Atoll and on pocl: both pass.

import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { root, runtimeFolders } from '../../src/util/paths.js';
import { HANG_MS, run } from '../cli/atoll.js';
import { poclCache } from '../pocl.js';

const SOURCES = join(root, 'test', 'opencl');
const BINARIES = join(root, 'build', 'test-opencl');

/** Programs that any implementation passes, apart from what their rows name for pocl. */
const SHARED = [
  'buffers',
  'calls',
  'conversions',
  'descriptors',
  'endurance',
  'errors-kernels',
  'errors-memory',
  'errors-objects',
  'errors-versions',
  'events',
  'host-memory',
  'image-borders',
  'image-kernels',
  'images',
  'kernels',
  'meanwhile',
  'printf',
  'programs',
  'semantics',
  'stress',
  'sub-devices',
] as const;
/**
 * Programs for what this implementation refuses or promises, and that only one survives which checks every handle and
 * allows fork.
 */
const ATOLL_ONLY = [
  'command-buffers',
  'command-random',
  'errors-absent',
  'errors-command-buffers',
  'faults',
  'hostile',
  'image-fills',
  'lost',
  'queries',
] as const;
/** pocl 3.1 grows with every launch, and loses commands of this one. */
const NOT_ON_POCL: ReadonlySet<string> = new Set(['endurance']);

async function compile(name: string, flags: readonly string[], folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const program = join(folder, name);
  const source = join(SOURCES, `${name}.cc`);
  await execa('g++', ['-std=c++17', '-O1', source, '-o', program, ...flags, '-lOpenCL', '-lpthread']);
  return program;
}

const programs = new Map<string, Promise<string>>();

/** Compiles a program once: the same binary runs on Atoll and on pocl. */
function build(name: string, flags: readonly string[] = [], folder = BINARIES): Promise<string> {
  const path = join(folder, name);
  const program = programs.get(path) ?? compile(name, flags, folder);
  programs.set(path, program);
  return program;
}

/** How much `endurance` and `command-random` do: the numbers of a session that lasts, or its own smaller ones. */
const LONG = process.env['ATOLL_LONG'] ? { LAUNCHES: '100000', WRITES: '1000000', SEEDS: '3000' } : {};

/** The lines of a program's output that matter when it fails. */
const failed = (stdout: unknown): string =>
  String(stdout)
    .split('\n')
    .filter((line) => !/^(ok|fact) /.test(line))
    .join('\n');

for (const name of [...SHARED, ...ATOLL_ONLY]) {
  test.serial(`${name} on Atoll`, async (t) => {
    const { exitCode, stdout, stderr } = await run([await build(name)], [], { env: LONG });
    t.is(failed(stdout), 'all passed', String(stderr));
    t.is(exitCode, 0);
  });
}

// The 32-bit library exists where the compiler can make it; the programs link with it, since distributions rarely have
// another.
const narrow = runtimeFolders().find((folder) => folder.endsWith('i386'));
for (const name of narrow ? [...SHARED, ...ATOLL_ONLY] : []) {
  test.serial(`${name} on Atoll, 32-bit`, async (t) => {
    const program = await build(name, ['-m32', `-L${narrow}`], join(BINARIES, 'i386'));
    const { exitCode, stdout, stderr } = await run([program], [], { env: LONG });
    t.is(failed(stdout), 'all passed', String(stderr));
    t.is(exitCode, 0);
  });
}

for (const name of SHARED.filter((one) => !NOT_ON_POCL.has(one))) {
  test.serial(`${name} on pocl`, async (t) => {
    const env = poclCache(name);
    const { exitCode, stdout, stderr } = await execa(await build(name), [], { reject: false, timeout: HANG_MS, env });
    t.is(failed(stdout), 'all passed', stderr);
    t.is(exitCode, 0);
  });
}

test.serial(
  'meanwhile on Atoll, two engines in lock step: what the program writes beside its kernel is no difference',
  async (t) => {
    const { exitCode, stdout, stderr } = await run([await build('meanwhile')], ['--lockstep', 'jit,interp']);
    t.is(failed(stdout), 'all passed', String(stderr));
    t.is(exitCode, 0);
  },
);

test.serial('host-memory on Atoll, where nothing holds writers back', async (t) => {
  const { exitCode, stdout, stderr } = await run([await build('host-memory'), 'forbid'], []);
  t.is(failed(stdout), 'all passed', String(stderr));
  t.is(exitCode, 0);
});

test('every entry point has rows in a table of argument errors', (t) => {
  const tables = readdirSync(SOURCES).filter((name) => name.startsWith('errors-'));
  const text = tables.map((name) => readFileSync(join(SOURCES, name), 'utf8')).join('\n');
  const rows = [...text.matchAll(/\b(?:OBJECT_)?(?:ROW|ROW_BUT|EXPECT)\((?!CL_SUCCESS).*/g)].map((match) => match[0]);
  const covered = new Set(rows.flatMap((row) => row.match(/\bcl[A-Z]\w+(?=\()/g) ?? []));
  const names = ['cl', 'khr'].flatMap((kind) => {
    const calls = join(root, 'runtime', kind);
    return readdirSync(calls).flatMap((group) =>
      readdirSync(join(calls, group)).map((file) => file.replace('.cc', '')),
    );
  });
  t.true(names.length > 150);
  t.deepEqual(
    names.filter((name) => !covered.has(name)),
    ['clUnloadCompiler', 'clSVMFree'],
    'only what cannot fail',
  );
});
