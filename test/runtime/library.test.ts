// The library as a file: names, versions and dependencies, against the loader of the distribution; and its behaviour
// without a simulator.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { execa } from 'execa';
import { root, runtimeFolders } from '../../src/util/paths.js';
import { run } from '../cli/atoll.js';

const LOADERS = ['/usr/lib/x86_64-linux-gnu/libOpenCL.so.1', '/usr/lib64/libOpenCL.so.1'];
const loader = LOADERS.find((file) => existsSync(file));

/** Exported symbols with their version nodes: clFinish@@OPENCL_1.0. */
async function exportsOf(library: string): Promise<string[]> {
  const { stdout } = await execa('readelf', ['--dyn-syms', '-W', library]);
  const names = stdout.split('\n').flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    return fields[6] !== 'UND' && fields[4] === 'GLOBAL' && fields[7]?.includes('@') ? [fields[7]] : [];
  });
  return names.sort();
}

for (const folder of runtimeFolders()) {
  const library = join(folder, 'libOpenCL.so.1');
  const name = folder.split('/').at(-1)!;

  test(`${name}: exports nothing but OpenCL calls, in the loader's version nodes`, async (t) => {
    const ours = await exportsOf(library);
    t.true(ours.every((symbol) => /^cl[A-Z]\w+@@OPENCL_[123]\.\d$/.test(symbol)));
  });

  (loader === undefined ? test.skip : test)(`${name}: exports what the distribution's loader exports`, async (t) => {
    const ours = await exportsOf(library);
    const theirs = (await exportsOf(loader!)).filter((symbol) => symbol.startsWith('cl'));
    t.true(theirs.length > 100);
    t.deepEqual(
      theirs.filter((symbol) => !ours.includes(symbol)),
      [],
    );
  });

  test(`${name}: needs the C library only`, async (t) => {
    const { stdout } = await execa('readelf', ['-d', '-W', library]);
    const needed = [...stdout.matchAll(/NEEDED.*\[(.*)\]/g)].map((match) => match[1]!);
    t.deepEqual(
      needed.filter((file) => !/^(libc|libm|ld-linux.*|libpthread)\.so\.\d$/.test(file)),
      [],
    );
    t.true(existsSync(join(folder, 'libOpenCL.so')));
  });
}

test('sources: one file for each call, named after it', async (t) => {
  const calls = join(root, 'runtime', 'cl');
  const files = readdirSync(calls).flatMap((group) => readdirSync(join(calls, group)));
  const names = (await exportsOf(join(runtimeFolders()[0]!, 'libOpenCL.so.1'))).map((symbol) => symbol.split('@')[0]!);
  const expected = names.filter((name) => name !== 'clIcdGetPlatformIDsKHR').map((name) => `${name}.cc`);
  t.deepEqual(files.sort(), expected.sort());
});

test('outside of atoll run: no platforms, and one line with the command to start the program', async (t) => {
  const env = { LD_LIBRARY_PATH: join(root, 'build', 'runtime', 'x86_64') };
  const { stdout, stderr, exitCode } = await execa('clinfo', ['--list'], { env, reject: false });
  t.is(exitCode, 0);
  t.is(stdout, '');
  t.is(stderr.split('\n').length, 1);
  t.regex(stderr, /atoll run -- /);
});

/** Builds the library with a sanitizer, and runs the multi-threaded programs on it. */
async function sanitize(t: ExecutionContext, sanitizer: 'thread' | 'address'): Promise<void> {
  const build = join(root, 'build', `runtime-${sanitizer}`);
  const folder = join(build, 'x86_64');
  const variables = [`BUILD=${build}`, `SANITIZE=${sanitizer}`, 'ARCHITECTURES=x86_64', 'OPTIMIZE=-O1 -g'];
  await execa('make', ['-C', join(root, 'runtime'), '-j2', ...variables]);
  for (const name of ['stress', 'events', 'semantics', 'hostile', 'lost']) {
    const program = join(build, name);
    const source = join(root, 'test', 'opencl', `${name}.cc`);
    const flags = ['-std=c++17', '-O1', '-g', `-fsanitize=${sanitizer}`, `-L${folder}`];
    await execa('g++', [source, '-o', program, ...flags, '-lOpenCL', '-lpthread']);
    // The leak checker traces its own process, which the simulator does already. Forks with threads are part of the
    // test.
    const options = ['ASAN_OPTIONS=detect_leaks=0', 'TSAN_OPTIONS=die_after_fork=0', 'COUNT=100'];
    const { stdout, stderr, exitCode } = await run(['env', `LD_LIBRARY_PATH=${folder}`, ...options, program]);
    t.is(exitCode, 0, `${name}: ${stdout}\n${stderr}`);
    t.notRegex(String(stderr), /Sanitizer/, name);
  }
}

if (process.env['ATOLL_LONG']) {
  for (const sanitizer of ['thread', 'address'] as const) {
    test.serial(`${sanitizer} sanitizer: no report from the multi-threaded programs`, async (t) => {
      t.timeout(600_000);
      await sanitize(t, sanitizer);
    });
  }
}
