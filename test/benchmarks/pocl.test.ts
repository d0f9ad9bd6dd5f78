// The sample OpenCL programs are ordinary: they build with make and g++, pass on pocl, and notice a wrong kernel there.
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { ownPoclCache } from '../pocl.js';
import { binaries, build, run } from './programs.js';

ownPoclCache('pocl');

const names = ['VectorAdd', 'MatrixMultiplication', 'Reduction'] as const;

/** Copies a built program into a fresh directory, with its kernel file changed by `edit`. */
async function withKernel(name: string, edit: (source: string) => string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'atoll-kernel-'));
  await copyFile(join(binaries, name), join(directory, name));
  const kernelFile = `${name}_Kernels.cl`;
  await writeFile(join(directory, kernelFile), edit(await readFile(join(binaries, kernelFile), 'utf8')));
  return directory;
}

/** Replaces text that must be there. */
function replace(from: string, to: string): (source: string) => string {
  return (source) => {
    if (!source.includes(from)) throw new Error(`the kernel does not contain "${from}"`);
    return source.replace(from, to);
  };
}

test.before('make builds the programs', () => build(names));

for (const name of names) {
  test.serial(`${name} passes on pocl`, async (t) => {
    const { exitCode, stdout, stderr } = await run(join(binaries, name), ['-verify']);
    t.is(exitCode, 0, stderr);
    t.regex(stdout, /^Passed!$/m);
  });
}

test.serial('sizes that are no multiple of a work-group or tile pass', async (t) => {
  for (const [name, ...sizes] of [
    ['VectorAdd', '-x', '1001'],
    ['MatrixMultiplication', '-x', '67', '-y', '31', '-z', '45'],
    ['Reduction', '-x', '2049'],
  ]) {
    const { exitCode, stdout } = await run(join(binaries, name!), ['-e', '-q', ...sizes]);
    t.is(exitCode, 0, name);
    t.is(stdout, 'Passed!', name);
  }
});

const wrongKernels = [
  ['VectorAdd', replace('a[i] + b[i]', 'a[i] + b[i] + (i == count - 1 ? 1.0f : 0.0f)')],
  ['VectorAdd', replace('if (i < count)', 'if (i + 1 < count)')],
  ['VectorAdd', replace('if (i < count)', 'if (i <= count)')],
  ['MatrixMultiplication', replace('k < TILE', 'k < TILE - 1')],
  ['MatrixMultiplication', replace('= sum[j]', '= sum[j] + (row + column + j == 0)')],
  ['Reduction', replace('i < end', 'i + 1 < end')],
  ['Reduction', replace('width = GROUP / 2', 'width = GROUP / 4')],
] as const;

wrongKernels.forEach(([name, edit], index) => {
  test.serial(`${name} fails with wrong kernel ${index}`, async (t) => {
    const directory = await withKernel(name, edit);
    t.teardown(() => rm(directory, { recursive: true }));
    const { exitCode, stdout } = await run(join(directory, name), ['--verify', '-q', '-x', '300']);
    t.is(exitCode, 1);
    t.is(stdout, 'Failed');
  });
});

test.serial('a kernel that does not compile ends in Failed and the build log', async (t) => {
  const directory = await withKernel('VectorAdd', replace('b[i]', 'undeclared[i]'));
  t.teardown(() => rm(directory, { recursive: true }));
  const { exitCode, stdout, stderr } = await run(join(directory, 'VectorAdd'), ['--verify', '-q']);
  t.is(exitCode, 1);
  t.is(stdout, 'Failed');
  t.regex(stderr, /undeclared/);
});

test.serial('a binary dumped by one run is loaded by another, without the kernel file', async (t) => {
  const directory = await withKernel('VectorAdd', (source) => source);
  t.teardown(() => rm(directory, { recursive: true }));
  const program = join(directory, 'VectorAdd');
  t.is((await run(program, ['-e', '-q', '--dump', 'VectorAdd.bin'], directory)).exitCode, 0);
  await rm(join(directory, 'VectorAdd_Kernels.cl'));
  t.is((await run(program, ['-e', '-q'], directory)).exitCode, 1);
  const { exitCode, stdout } = await run(program, ['-e', '-q', '--load', 'VectorAdd.bin'], directory);
  t.is(exitCode, 0);
  t.is(stdout, 'Passed!');
});

test.serial('the kernel file is found in the working directory as well', async (t) => {
  const directory = await withKernel('VectorAdd', (source) => source);
  const elsewhere = await mkdtemp(join(tmpdir(), 'atoll-cwd-'));
  t.teardown(() => Promise.all([directory, elsewhere].map((path) => rm(path, { recursive: true }))));
  const kernelFile = 'VectorAdd_Kernels.cl';
  await copyFile(join(directory, kernelFile), join(elsewhere, kernelFile));
  await rm(join(directory, kernelFile));
  t.is((await run(join(directory, 'VectorAdd'), ['-e', '-q'], elsewhere)).exitCode, 0);
});

test('wrong usage is refused with status 2, and results are verified only on request', async (t) => {
  const program = join(binaries, 'VectorAdd');
  for (const args of [['-x'], ['-x', '0'], ['-x', '1k'], ['--nonsense'], ['--device', 'fpga'], ['-q=1']])
    t.is((await execa(program, args, { reject: false })).exitCode, 2, args.join(' '));
  t.is((await run(program, ['-q', '-x', '64'])).stdout, '');
});
