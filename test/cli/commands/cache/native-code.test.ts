// Machine code of kernels on the command line: `atoll cache --compile`, runs with it and without, and no process left
// behind.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { findToolchain } from '../../../../src/compiler/clang/toolchain.js';
import { root } from '../../../../src/util/paths.js';
import { contentOf, processIds, until, untilNone } from '../../../processes.js';
import { atoll, run, scratchFolder, updateBundle } from '../../atoll.js';

const program = (name: string, ...args: readonly string[]): string[] => [
  join(root, 'build/benchmarks', name),
  '--verify',
  '--quiet',
  ...args,
];

test.before('the bundle is up to date', updateBundle);

/** Processes whose command line has all these words. */
const processesWith = (...words: readonly string[]): number[] =>
  processIds().filter((pid) => {
    const line = contentOf(`/proc/${pid}/cmdline`);
    return words.every((word) => line.includes(word));
  });
const isCompiling = (folder: string): boolean => processesWith(folder, '--background').length > 0;

const SEVERAL = ['MatrixMultiplication', 'NBody', 'BitonicSort', 'Mandelbrot', 'BlackScholes', 'FloydWarshall', 'DCT'];

test.serial('atoll cache --compile compiles cached kernels once; programs then have the same output', async (t) => {
  const cacheDir = join(scratchFolder(t), 'cache');
  const compile = async (): Promise<{ compiled: number; kept: number; failed: unknown[] }> =>
    JSON.parse(
      (await atoll(['cache', '--compile', '--json', '--dir', cacheDir], { timeout: 280_000 })).stdout as string,
    );
  // Every kernel is translated, and where a program takes long nothing is compiled in the background.
  const flags = ['--cache-dir', cacheDir, '--engine', 'wasm', '--no-native-code'];
  for (const name of SEVERAL) t.regex((await run(program(name), flags)).stdout as string, /^Passed!$/m);
  const { compiled, failed } = await compile();
  t.deepEqual(failed, []);
  t.true(compiled >= SEVERAL.length);
  t.like(await compile(), { compiled: 0, kept: compiled });
  for (const name of SEVERAL)
    t.regex((await run(program(name), ['--cache-dir', cacheDir])).stdout as string, /^Passed!$/m);
  const { stdout } = await atoll(['cache', '--json', '--dir', cacheDir]);
  t.is((JSON.parse(stdout as string) as { nativeCode: { entries: number } }).nativeCode.entries, compiled);
});

test.serial('without a compiler the error names the packages to install', async (t) => {
  const { exitCode, stderr } = await atoll([
    'cache',
    '--compile',
    '--clang',
    '/nowhere/clang',
    '--dir',
    scratchFolder(t),
  ]);
  t.is(exitCode, 125);
  t.regex(stderr as string, /\/nowhere\/clang/);
});

test.serial('--engine native takes the requested clang', async (t) => {
  const { clang, version } = findToolchain().toolchain!;
  const refusing = join(scratchFolder(t), `clang-${version}`);
  const script = `#!/bin/sh\ncase "$*" in *-Wno-override-module*) echo asked for a kernel >&2; exit 1;; esac\nexec ${clang} "$@"\n`;
  writeFileSync(refusing, script, { mode: 0o755 });
  const flags = ['--cache-dir', scratchFolder(t), '--engine', 'native', '--clang', refusing];
  const { stderr } = await run(program(SEVERAL[0]!), flags);
  t.regex(String(stderr), /asked for a kernel/);
});

test.serial('a long run compiles in the background, and leaves nothing behind when it ends before', async (t) => {
  const cacheDir = join(scratchFolder(t), 'cache');
  const long = program('NBody', '-x', '8192', '--steps', '2');
  t.regex((await run(long, ['--cache-dir', cacheDir])).stdout as string, /^Passed!$/m);
  t.deepEqual(await untilNone(() => processesWith(cacheDir)), []);
});

test.serial('background compilers end with a run that is killed', async (t) => {
  const cacheDir = join(scratchFolder(t), 'cache');
  const child = run(program('NBody', '-x', '16384', '--steps', '200'), ['--cache-dir', cacheDir]);
  t.true(await until(() => isCompiling(cacheDir)));
  child.kill('SIGKILL');
  await child;
  t.deepEqual(await untilNone(() => processesWith(cacheDir)), []);
});

/**
 * A clang that never ends where a word of its command line contains a text; its processes have the folder's name in
 * theirs.
 */
function endlessClang(t: ExecutionContext, text: string): { readonly clang: string; readonly folder: string } {
  const folder = scratchFolder(t);
  const clang = join(folder, 'clang');
  const real = findToolchain().toolchain!.clang;
  const wait = `exec tail -f /dev/null ${folder}/waits`;
  writeFileSync(clang, `#!/bin/sh\ncase "$*" in *${text}*) ${wait} ;; esac\nexec ${real} "$@"\n`, { mode: 0o755 });
  writeFileSync(join(folder, 'waits'), '');
  return { clang, folder };
}

test.serial('clang for machine code dies with the process that has started it', async (t) => {
  const { clang, folder } = endlessClang(t, 'kernel.ll');
  const cacheDir = join(folder, 'cache');
  const flags = ['--cache-dir', cacheDir, '--clang', clang];
  const child = run(program('NBody', '-x', '16384', '--steps', '200'), flags);
  const compilers = (): number[] => processesWith(join(folder, 'waits'));
  t.is((await until(compilers, ({ length }) => length > 0)).length, 1);
  process.kill(processesWith(cacheDir, '--background')[0]!, 'SIGKILL');
  t.deepEqual(await untilNone(compilers), []);
  child.kill('SIGKILL');
  await child;
});

test.serial('clang that builds a program dies with Atoll', async (t) => {
  const { clang, folder } = endlessClang(t, 'cl');
  const child = run(program('NBody'), ['--cache-dir', join(folder, 'cache'), '--clang', clang]);
  const compilers = (): number[] => processesWith(join(folder, 'waits'));
  t.true((await until(compilers, ({ length }) => length > 0)).length > 0);
  child.kill('SIGKILL');
  await child;
  t.deepEqual(await untilNone(compilers), []);
});

test.serial('--no-native-code neither compiles nor uses', async (t) => {
  const cacheDir = join(scratchFolder(t), 'cache');
  const child = run(program('NBody', '-x', '8192', '--steps', '4'), ['--cache-dir', cacheDir, '--no-native-code']);
  let wasCompiling = false;
  const watch = setInterval(() => {
    wasCompiling ||= isCompiling(cacheDir);
  }, 20);
  t.regex((await child).stdout as string, /^Passed!$/m);
  clearInterval(watch);
  t.false(wasCompiling);
});
