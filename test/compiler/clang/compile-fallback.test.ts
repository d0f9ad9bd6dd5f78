// Code generation that crashes and is tried again in another way: the build succeeds, and its log has a note.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { detourIn } from '../../../src/compiler/clang/crash-report.js';
import { callerOf, RLIMIT } from '../../../src/compiler/request/build-credentials.js';
import type { BuildRequest, BuildResult } from '../../../src/compiler/request/build-request.js';
import { root } from '../../../src/util/paths.js';
import { HANG_MS, run } from '../../cli/atoll.js';
import { ownPoclCache } from '../../pocl.js';
import { bytes, newFrontEnd, scriptedClang, temporaryFolder } from '../setup.js';

ownPoclCache('detours');

const EXECUTED = join(root, 'test', 'compiler', 'executed');
const KERNEL =
  '__kernel void k(__global int *out, __global const int *in, int w, int h) { out[get_global_id(0)] = w; }';

/** As LLVM dies of a signal: with the stack of its work. */
const DUMP = `PLEASE submit a bug report
Stack dump:
0.\tProgram arguments: clang
1.\tCode generation
2.\tRunning pass 'CallGraph Pass Manager' on module 'program.ll'.
3.\tRunning pass 'SI Fold Operands' on function '@_Z6helperi'
 #0 0x0000 in frame`;

const ESCAPED = DUMP.replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll("'", '\\0047');

/** Dies when it makes code, unless it has one of these arguments. */
const dyingUnless = (words: string): string => `case "$*" in
${words}) ;;
*out/program.o*) printf '%b\n' "${ESCAPED}" >&2; kill -SEGV $$ ;;
esac`;

async function built(
  t: Parameters<typeof temporaryFolder>[0],
  script: string,
  rest: Partial<BuildRequest> = {},
): Promise<BuildResult> {
  const folder = temporaryFolder(t);
  const front = newFrontEnd({ clang: scriptedClang(folder, script), cacheDir: join(folder, 'cache') });
  try {
    return await front.build({ kind: 'build', source: bytes(KERNEL), options: '', device: 'tahiti', ...rest });
  } finally {
    await front.dispose();
  }
}

const WHERE = "crashed (SIGSEGV) in 'SI Fold Operands' on function 'helper(int)'; compiled again ";

test('a note names code without optimisation, with pass and function', async (t) => {
  const { status, log } = await built(t, dyingUnless('*-O0*'));
  t.is(status, 'success', log);
  t.is(log.split('\n').length, 2);
  t.true(log.startsWith('warning: the code generation of '), log);
  t.true(log.endsWith(`${WHERE}without optimisation: its code is larger and slower\n`), log);
});

test('the way that succeeded is named', async (t) => {
  const { status, log } = await built(t, dyingUnless('*-disable-cgp*'));
  t.is(status, 'success', log);
  t.true(log.endsWith(`${WHERE}without moving code between blocks\n`), log);
});

/** Works without end when it makes code with optimisation, and writes its stack when its time is up, as LLVM does. */
const ENDLESS = `case "$*" in
*-O0*) ;;
*out/program.o*) trap 'printf "%b\\n" "${ESCAPED}" >&2' XCPU; while :; do :; done ;;
esac`;

test('code generation that does not end is tried without optimisation, and the limit is named', async (t) => {
  const caller = { ...callerOf(process.pid), limits: new Map([[RLIMIT.cpu, 3]]) };
  const { status, log } = await built(t, ENDLESS, { caller });
  t.is(status, 'success', log);
  const what = "exceeded its CPU time (3 s, the limit of the program) in 'SI Fold Operands' on function 'helper(int)'";
  t.true(log.endsWith(`${what}; compiled again without optimisation: its code is larger and slower\n`), log);
});

test('a compiler that crashes in every way fails the build, without a note of a retry', async (t) => {
  const { status, log } = await built(t, dyingUnless('nothing'));
  t.is(status, 'failure');
  t.regex(log, /^error: the compiler \S+ was killed by SIGSEGV\n/);
  t.is(detourIn(log), undefined);
});

test('a build without a crash has no note', async (t) => {
  t.like(await built(t, ''), { status: 'success', log: '' });
});

/** test/compiler/executed/execute.cc, compiled. */
function executeProgram(folder: string): string {
  const program = join(folder, 'execute');
  execFileSync('g++', ['-std=c++17', '-O1', join(EXECUTED, 'execute.cc'), '-o', program, '-lOpenCL']);
  return program;
}

test('--verbose shows the note, also of a cached build', async (t) => {
  const folder = temporaryFolder(t);
  const argv = [executeProgram(folder), join(EXECUTED, 'extremes.cl')];
  const clang = scriptedClang(folder, dyingUnless('*-O0*'));
  for (const turn of ['first', 'kept']) {
    const { exitCode, stderr } = await run(argv, ['--verbose', '--cache-dir', join(folder, 'cache'), '--clang', clang]);
    t.is(exitCode, 0, String(stderr));
    t.true(String(stderr).includes(`${WHERE}without optimisation`), `${turn}: ${stderr}`);
  }
});

for (const [name, what] of [
  ['reduction', 'a reduction'],
  ['unsigned-divisions', 'divisions of numbers that are small but for their sign'],
])
  test(`code without optimisation is right: ${what}, as on pocl`, async (t) => {
    const folder = temporaryFolder(t);
    const argv = [executeProgram(folder), join(EXECUTED, `${name}.cl`)] as const;
    const { stdout: expected } = await execa(argv[0], [argv[1]], { timeout: HANG_MS });
    const clang = scriptedClang(folder, dyingUnless('*-O0*'));
    const { stdout, stderr } = await run(argv, ['--verbose', '--no-cache', '--clang', clang]);
    t.is(String(stdout), String(expected), String(stderr));
    t.true(String(stderr).includes('without optimisation'), String(stderr));
  });
