// Two compilations of the same kernels in lock step: equal results pass, a miscompilation is found, named and
// bisected.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { CompilersVerification } from '../../../../src/cli/commands/verify/verify-compilers.js';
import { findToolchain } from '../../../../src/compiler/clang/toolchain.js';
import { root } from '../../../../src/util/paths.js';
import { scriptedClang } from '../../../compiler/setup.js';
import { atoll, compile, kernelProgram, scratchFolder } from '../../atoll.js';

const { version } = findToolchain().toolchain!;

const KERNEL = `__kernel void k(__global int* out) {
  int i = get_global_id(0);
  float f = i * 0.1f;
  out[i] = 3 * i + (int)sin(f);
#ifdef PLANTED
  if (i == 37) out[i] += 1;
#endif
}`;

/** The program's own source gets other code from the 57th pass of the middle end on. */
const PLANT = `case "$*" in *program.cl*)
  limit=$(printf '%s' "$*" | sed -n 's/.*-opt-bisect-limit=\\(-\\{0,1\\}[0-9]*\\).*/\\1/p')
  if [ -z "$limit" ] || [ "$limit" -lt 0 ] || [ "$limit" -ge 57 ]; then set -- -DPLANTED "$@"; fi ;;
esac`;

const readJson = (file: string): CompilersVerification =>
  JSON.parse(readFileSync(file, 'utf8')) as CompilersVerification;

test.serial('levels of one compiler give the same results: status 0, and a row for each', async (t) => {
  const json = join(scratchFolder(t), 'v.json');
  const levels = `${version}:O2,${version}:O0,${version}:O1`;
  const guest = compile(t, kernelProgram(KERNEL));
  const { exitCode, stderr } = await atoll(['verify', '--compilers', levels, '--json', json, '--', guest]);
  t.is(exitCode, 0, String(stderr));
  const { reference, compilations, kernels, differences, problems } = readJson(json);
  t.deepEqual([reference, ...compilations], levels.split(','));
  t.deepEqual(
    kernels.map((row) => [row.kernel, row.compilation, row.launches, row.equal]),
    compilations.map((name) => ['k', name, 1, 1]),
  );
  t.deepEqual([differences, problems], [[], []]);
  t.regex(String(stderr), /launches compared with .*:O2:/);
});

test.serial('kernels that read and write images are right without optimisation, on each kind of chip', async (t) => {
  const program = join(scratchFolder(t), 'image-kernels');
  const source = join(root, 'test', 'opencl', 'image-kernels.cc');
  execFileSync('g++', ['-std=c++17', '-O1', source, '-o', program, '-lOpenCL']);
  const compilers = `${version}:O0,${version}:O2`;
  for (const device of ['tahiti', 'fiji', 'vega10']) {
    const words = ['verify', '--compilers', compilers, '--bisect', '0', '--device', device, '--', program];
    const { exitCode, stderr } = await atoll(words);
    t.is(exitCode, 0, `${device}: ${stderr}`);
  }
});

test.serial(
  'divisions are right without optimisation, too: code generation that crashes is tried again so',
  async (t) => {
    const folder = scratchFolder(t);
    const program = join(folder, 'execute');
    const sources = join(root, 'test', 'compiler', 'executed');
    execFileSync('g++', ['-std=c++17', '-O1', join(sources, 'execute.cc'), '-o', program, '-lOpenCL']);
    const compilers = `${version}:O2,${version}:O0`;
    const argv = [program, join(sources, 'unsigned-divisions.cl')];
    const { exitCode, stderr } = await atoll(['verify', '--compilers', compilers, '--bisect', '0', '--', ...argv]);
    t.is(exitCode, 0, String(stderr));
  },
);

test.serial('a planted miscompilation is found, and named with kernel, argument, index, values and pass', async (t) => {
  const folder = scratchFolder(t);
  const json = join(folder, 'v.json');
  const wrong = scriptedClang(folder, PLANT);
  const guest = compile(t, kernelProgram(KERNEL));
  const argv = ['verify', '--compilers', `${version},${wrong}:O2`, '--json', json, '--', guest];
  const { exitCode, stdout, stderr } = await atoll(argv);
  t.is(exitCode, 1, String(stderr));
  // The program continues with the results of the first one.
  t.regex(String(stdout), /wait 0 execution 0/);
  const { kernels, differences } = readJson(json);
  t.like(kernels[0], { kernel: 'k', launches: 1, equal: 0, different: 1, notCompared: 0 });
  t.is(differences.length, 1);
  const [difference] = differences;
  t.like(difference, { kernel: 'k', reference: String(version), compilation: `${wrong}:O2` });
  t.like(difference!.argument, { index: 0, name: 'out', element: 37, byte: 148, real: false });
  t.is(Number(difference!.argument!.values[1]) - Number(difference!.argument!.values[0]), 1);
  t.like(difference!.cause, { type: 'pass', found: { step: 'source', number: 57, earlier: false } });
  t.regex(
    String(stderr),
    /kernel k: \d+ and \S+:O2 differ: argument 0 'out' at index 37 \(byte 148\): \d+ and \d+\n {2}pass 57 of \d+ in the middle end of \S+:O2: \S+ on /,
  );
});

test.serial('a build that fails with one compilation is named, and a missing comparison is no success', async (t) => {
  const folder = scratchFolder(t);
  const failing = scriptedClang(
    folder,
    `case "$*" in *program.cl*) echo 'program.cl:1:1: error: planted' >&2; exit 1; esac`,
  );
  const guest = compile(t, kernelProgram(KERNEL));
  const { exitCode, stdout, stderr } = await atoll(['verify', '--compilers', failing, '--', guest]);
  t.is(exitCode, 1);
  t.regex(String(stdout), /wait 0 execution 0/);
  t.regex(String(stderr), /not compared: the build of kernel k, \S+: its build fails: program\.cl:1:1: error: planted/);
  t.regex(String(stderr), /nothing was compared/);
});

test.serial('a program that launches nothing is no success, words that mean nothing are refused', async (t) => {
  const none = await atoll(['verify', '--compilers', 'O0', '--', 'true']);
  t.is(none.exitCode, 1);
  t.regex(String(none.stderr), /no kernel was launched: nothing was compared/);
  const refused: readonly (readonly [string, RegExp])[] = [
    ['O7', /'O7' is invalid: unknown part 'O7'\n.*22:O2,22:O0/],
    [`${version}:O2:O3`, /unknown part 'O3'/],
    ['O2,O2', /'O2' is named twice/],
    ['12', /there is no clang 12 with libclc of that version\n.*--fetch 12/],
  ];
  for (const [words, text] of refused) {
    const { exitCode, stderr } = await atoll(['verify', '--compilers', words, '--', 'true']);
    t.is(exitCode, words === '12' ? 125 : 64);
    t.regex(String(stderr), text);
  }
});
