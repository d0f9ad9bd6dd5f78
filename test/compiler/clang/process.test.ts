// External programs with few resources left.

import { execFileSync } from 'node:child_process';
import test from 'ava';
import { limitReached } from '../../../src/compiler/clang/limits.js';
import { run } from '../../../src/compiler/clang/process.js';
import { findToolchain } from '../../../src/compiler/clang/toolchain.js';
import { RLIMIT } from '../../../src/compiler/request/build-credentials.js';

const moduleUrl = (path: string): string => new URL(`../../../src/${path}`, import.meta.url).href;

/** Output of a script that runs under a limit of the shell. */
function underLimit(limit: string, ...script: readonly string[]): string {
  const command = `ulimit ${limit}; exec "$0" --input-type=module -e "$1"`;
  return execFileSync('sh', ['-c', command, process.execPath, script.join('\n')], { encoding: 'utf8' });
}

const USE_UP_DESCRIPTORS = 'try { for (;;) (await import("node:fs")).openSync("/dev/null"); } catch {}';

const LOAD_RUN = `const { run } = await import('${moduleUrl('compiler/clang/process.js')}');`;
const RUN_TRUE = `
  const result = run('true', [], { cwd: '/', wallMs: 600_000, cpuSeconds: 600, memoryBytes: 2 ** 60 });
  console.log(await result.then(({ status }) => 'status ' + status, ({ code, message }) => code + ': ' + message));`;

test('hard limits that are lower than those for a program are kept', (t) => {
  t.is(underLimit('-t 100', LOAD_RUN, RUN_TRUE), 'status 0\n');
});

test('a program that cannot be started without free descriptors is an error', (t) => {
  const output = underLimit('-n 64', LOAD_RUN, USE_UP_DESCRIPTORS, RUN_TRUE);
  t.regex(output, /^HOST: cannot run true: .*EMFILE\n$/);
});

test('background compiler without free descriptors: the kernel stays as it is', (t) => {
  const output = underLimit(
    '-n 64',
    `const { BackgroundCompiler } = await import('${moduleUrl('kernels/background-compiler.js')}');`,
    USE_UP_DESCRIPTORS,
    "const onFailure = (text) => console.log('failed: ' + text);",
    "new BackgroundCompiler({ cacheDir: '/nonexistent', clang: undefined, onFailure }).request('kernel');",
  );
  t.regex(output, /^failed: .*EMFILE\n$/);
});

const ROOM = { cpuSeconds: 1, wallMs: 600_000, memoryBytes: 2 ** 33 };

test('time limit: counts processor time; a waiting program continues, a computing one is ended, and the limit is named', async (t) => {
  const waiting = await run('sh', ['-c', 'sleep 3; exit 7'], { cwd: '/', ...ROOM });
  t.like(waiting, { status: 7, timedOut: false });
  t.is(limitReached(waiting, ROOM), undefined);
  const computing = await run('sh', ['-c', 'while :; do :; done'], { cwd: '/', ...ROOM });
  t.like(computing, { signal: 'SIGXCPU', timedOut: false });
  t.is(limitReached(computing, ROOM), 'exceeded its CPU time (1 s, the limit of Atoll)');
  t.is(
    limitReached(computing, { ...ROOM, cpuSeconds: 9 }, new Map([[RLIMIT.cpu, 1]])),
    'exceeded its CPU time (1 s, the limit of the program)',
  );
});

test('a compiler that writes its stack when its time is up, and continues, is ended; the limit is named', async (t) => {
  const script = "trap 'echo Stack dump: >&2' XCPU; while :; do :; done";
  const result = await run('sh', ['-c', script], { cwd: '/', ...ROOM });
  t.like(result, { signal: 'SIGKILL', timedOut: false });
  t.is(limitReached(result, ROOM), 'exceeded its CPU time (1 s, the limit of Atoll)');
  t.is(limitReached({ ...result, stderr: '' }, ROOM), undefined);
});

test('a program that waits for ever is ended in the end', async (t) => {
  const result = await run('sleep', ['600'], { cwd: '/', ...ROOM, wallMs: 100 });
  t.true(result.timedOut);
  t.regex(limitReached(result, { ...ROOM, wallMs: 120_000 })!, /^did not end within 2 minutes$/);
});

test('too little memory is named', async (t) => {
  const { toolchain } = findToolchain(process.env['ATOLL_CLANG']);
  const bounds = { ...ROOM, cpuSeconds: 60, memoryBytes: 400 << 20 };
  const source = '#define A(x) x x x x x x x x\n#define B(x) A(A(A(A(x))))\nint i = B(B(1 +)) 1;';
  const args = ['-x', 'c', '-c', '-', '-o', '/dev/null'];
  const script = `printf '%s\\n' '${source}' | exec "$0" "$@"`;
  const result = await run('sh', ['-c', script, toolchain!.clang, ...args], { cwd: '/', ...bounds });
  t.regex(
    limitReached(result, bounds) ?? result.stderr.slice(0, 500),
    /^ran out of memory \(400 MiB, the limit of Atoll\)$/,
  );
});
