// Wrong answers are caught: a kernel with one expression changed, a result with one element changed, a launch with one
// argument changed, and the program prints Failed. A few programs each time, all of them with ATOLL_LONG.
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { readManifest } from '../../src/bench/manifest.js';
import { ownPoclCache } from '../pocl.js';
import { binaries, build, root } from './programs.js';

ownPoclCache('mutation');

/** One change of each kernel file: text and the replacement of its first occurrence. */
const KERNEL_CHANGES: Readonly<Record<string, readonly [string, string]>> = {
  AESEncryptDecrypt: ['rotate(c, 16u) ^ rotate(c, 8u)', 'rotate(c, 16u) ^ rotate(c, 7u)'],
  BinarySearch: ['sorted[middle] < keys[i]', 'sorted[middle] <= keys[i]'],
  BinomialOption: ['option.downWeight * value', 'option.upWeight * value'],
  BitonicSort: ['data[left] = ascend ? min(a, b)', 'data[left] = ascend ? max(a, b)'],
  BlackScholes: ['0.319381530f', '0.329381530f'],
  BoxFilter: ['i <= 2 * radius', 'i < 2 * radius'],
  BoxFilterGL: ['i <= radius', 'i < radius'],
  DCT: ['transformed[row][k] *', 'transformed[k][row] *'],
  DeviceFission: ['a[i] + b[i]', 'a[i] - b[i]'],
  DwtHaar1D: ['(a - b) * scale', '(b - a) * scale'],
  EigenValue: ['middle) > i', 'middle) >= i'],
  FFT: ['a.x * b.x - a.y * b.y', 'a.x * b.x + a.y * b.y'],
  FastWalshTransform: ['= a - b', '= b - a'],
  FiniteDifferences2D: ['hz[(y - 1) * width + x]', 'hz[(y - 1) * width + x - 1]'],
  FloydWarshall: ['detour < distances', 'detour > distances'],
  FluidSimulation2D: ['0.5 * along * along', '0.6 * along * along'],
  Histogram: ['index < count', 'index + 1 < count'],
  HistogramAtomics: ['i < count', 'i + 1 < count'],
  Mandelbrot: ['> 4.0f', '> 4.5f'],
  MatrixMulImage: ['part.w * b3', 'part.w * b2'],
  MatrixMultiplication: ['k < TILE; k++', 'k < TILE - 1; k++'],
  MatrixTranspose: ['= tile[lx][ly]', '= tile[ly][lx]'],
  MemoryOptimizations: ['atomic_xchg(&to[i], from[i])', 'atomic_xchg(&to[i], from[i ^ 1])'],
  MersenneTwister: ['0x9908B0DFu', '0x9908B0DEu'],
  MonteCarloAsian: ['option.diffusion * normal.y', 'option.diffusion * normal.x'],
  MonteCarloAsianDP: ['32u - (uint)', '31u - (uint)'],
  NBody: ['inverse * inverse * inverse', 'inverse * inverse'],
  PrefixSum: ['lid >= step', 'lid > step'],
  QuasiRandomSequence: ['i ^ (i >> 1)', 'i ^ (i >> 2)'],
  RadixSort: ['& (DIGITS - 1)', '& (DIGITS - 2)'],
  RecursiveGaussian: ['c.b2 * beforeLast', 'c.b1 * beforeLast'],
  Reduction: ['i < end', 'i + 1 < end'],
  ScanLargeArrays: ['tree[BLOCK - 1] = 0', 'tree[BLOCK - 1] = 1'],
  SimpleConvolution: ['(y + radius - j)', '(j + radius - y)'],
  SimpleImage: ['(int4)(1, 1, 1, 0)', '(int4)(1, 1, 0, 0)'],
  SobelFilter: ['2 * right', '3 * right'],
  Template: ['input[i] * multiplier', 'input[i] + multiplier'],
  URNG: ['2836 * high', '2837 * high'],
  VectorAdd: ['a[i] + b[i]', 'a[i] - b[i]'],
};

/**
 * Numbers at the end of the arguments whose change does not change the result: an upper bound that grows, an empty bin.
 */
const HARMLESS_NUMBERS: Readonly<Record<string, number>> = { EigenValue: 2, HistogramAtomics: 1 };

const QUICK = new Set(['Reduction', 'SimpleImage', 'MersenneTwister', 'Template']);
const { programs } = readManifest(join(root, 'benchmarks', 'manifest.json'));
const tested = process.env['ATOLL_LONG'] ? programs : programs.filter(({ name }) => QUICK.has(name));

let folder = '';
const library = () => join(folder, 'mutate.so');

test.before('make builds the programs, gcc the library that makes mistakes', async (t) => {
  t.timeout(600_000);
  await build();
  folder = await mkdtemp(join(tmpdir(), 'atoll-mutation-'));
  const source = join(root, 'test', 'benchmarks', 'mutate.c');
  await execa('gcc', ['-shared', '-fPIC', '-Wall', '-Wextra', '-O1', source, '-o', library(), '-ldl']);
});
test.after.always(() => rm(folder, { recursive: true, force: true }));

type Tested = (typeof programs)[number];

/** Runs a program at its small size on pocl. */
const verify = (executable: string, { flags, sizes }: Tested, env: Record<string, string> = {}) =>
  execa(executable, ['--platform', 'Portable Computing Language', ...flags, ...sizes['small']!], {
    env,
    reject: false,
    timeout: 240_000,
  });

test('every program has a change of its kernels', (t) => {
  t.deepEqual(Object.keys(KERNEL_CHANGES).sort(), programs.map(({ name }) => name).sort());
});

for (const program of tested) {
  const { name, executable } = program;
  const [text, replacement] = KERNEL_CHANGES[name]!;

  test.serial(`${name} notices a kernel with ${replacement} instead of ${text}`, async (t) => {
    t.timeout(300_000);
    const directory = await mkdtemp(join(folder, name));
    const kernelFile = `${name}_Kernels.cl`;
    const source = await readFile(join(binaries, kernelFile), 'utf8');
    t.true(source.includes(text), 'the text to change is there');
    await writeFile(
      join(directory, kernelFile),
      source.replace(text, () => replacement),
    );
    await copyFile(executable, join(directory, name));
    const { exitCode, stdout } = await verify(join(directory, name), program);
    t.is(exitCode, 1);
    t.regex(stdout, /^Failed$/m);
  });

  for (const kind of ['result', 'argument']) {
    test.serial(`${name} notices a wrong ${kind}`, async (t) => {
      t.timeout(300_000);
      const { exitCode, stdout, stderr } = await verify(executable, program, {
        LD_PRELOAD: library(),
        ATOLL_MUTATE: kind,
        ATOLL_MUTATE_SKIP: String(HARMLESS_NUMBERS[name] ?? 0),
      });
      t.regex(stderr, /^mutated$/m);
      t.is(exitCode, 1, stderr);
      t.regex(stdout, /^Failed$/m);
    });
  }

  test.serial(`${name} passes when the library makes no mistake`, async (t) => {
    t.timeout(300_000);
    const { stdout, stderr } = await verify(executable, program, { LD_PRELOAD: library() });
    t.regex(stdout, /^Passed!$/m);
    t.notRegex(stderr, /mutated/);
  });
}
