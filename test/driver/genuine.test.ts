// Genuine programs and images, which are not ours to ship. ATOLL_M2S_BINARIES names a folder with the files of the repository
// Multi2Sim/m2s-bench-amdsdk-2.5 (NAME/NAME, NAME/NAME_Kernels.bin, NAME/data); without it, only the table is checked.

import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';
import { atoll, run, scratchFolder } from '../cli/atoll.js';

const BINARIES = process.env['ATOLL_M2S_BINARIES'];
const LIMIT_MS = 900_000;

interface Program {
  /** What it must print; `Passed!` when nothing is said. */
  readonly says?: RegExp;
  /** The signal that ends it. */
  readonly signal?: NodeJS.Signals;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A picture of its data folder, and the name under which it looks for it. */
  readonly picture?: readonly [from: string, to: string];
}

const NO_IMAGES: Program = { says: /Images are not supported on this device/ };
const VERIFIES: Program = {};

/** Each program, and why its verdict is another than `Passed!`: the OpenCL runtime that is linked into it. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  AESEncryptDecrypt: VERIFIES,
  BinarySearch: VERIFIES,
  BinomialOption: VERIFIES,
  BitonicSort: VERIFIES,
  BlackScholes: VERIFIES,
  BoxFilter: { picture: ['1.bmp', 'BoxFilter_Input.bmp'] },
  DCT: VERIFIES,
  DeviceFission: { says: /Device does not support device fission extension/ },
  DwtHaar1D: VERIFIES,
  EigenValue: VERIFIES,
  FFT: VERIFIES,
  FastWalshTransform: VERIFIES,
  FloydWarshall: VERIFIES,
  Histogram: VERIFIES,
  // It divides by the kernel's required work-group size, and its runtime answers 0 whatever the kernel requires.
  HistogramAtomics: { signal: 'SIGFPE' },
  MatrixMulImage: NO_IMAGES,
  MatrixMultiplication: VERIFIES,
  MatrixTranspose: VERIFIES,
  MemoryOptimizations: VERIFIES,
  MersenneTwister: VERIFIES,
  // It changes a buffer made with CL_MEM_USE_HOST_PTR between launches, which its runtime passes on only when memory is shared.
  MonteCarloAsian: { flags: ['-c', '2'], env: { M2S_OPENCL_SHARED_MEMORY: '1' } },
  MonteCarloAsianDP: { says: /Device does not support cl_amd_fp64 extension/ },
  PrefixSum: VERIFIES,
  QuasiRandomSequence: VERIFIES,
  RadixSort: VERIFIES,
  RecursiveGaussian: VERIFIES,
  Reduction: VERIFIES,
  ScanLargeArrays: VERIFIES,
  SimpleConvolution: VERIFIES,
  SimpleImage: NO_IMAGES,
  SobelFilter: VERIFIES,
  URNG: VERIFIES,
};

/** Between the reads at +0x184 and the write at +0x1a4 of its loop there is no s_barrier, and its work-group has eight wavefronts. */
const RACES: Readonly<Record<string, RegExp>> = { DwtHaar1D: /^atoll: 2 findings/m };

test('the table has a verdict for each of the 32 programs', (t) => {
  t.is(Object.keys(PROGRAMS).length, 32);
  for (const [name, { says, signal }] of Object.entries(PROGRAMS)) t.false(!!says && !!signal, name);
});

/** A copy of a program's folder, its pictures where it looks for them. */
function unpack(from: string, to: string, name: string, { picture }: Program): string {
  cpSync(from, to, { recursive: true });
  const data = join(to, 'data');
  if (existsSync(data)) cpSync(data, to, { recursive: true });
  if (picture) copyFileSync(join(to, picture[0]), join(to, picture[1]));
  const program = join(to, name);
  chmodSync(program, 0o755);
  return program;
}

if (BINARIES !== undefined) {
  for (const [name, program] of Object.entries(PROGRAMS)) {
    test.serial(`${name} says what it should`, async (t) => {
      t.timeout(LIMIT_MS);
      const folder = scratchFolder(t);
      const argv = [unpack(join(BINARIES, name), folder, name, program), '--load', `${name}_Kernels.bin`, '-e', '-q'];
      const options = { cwd: folder, timeout: LIMIT_MS, env: program.env ?? {} };
      const { stdout, stderr, signal } = await run([...argv, ...(program.flags ?? [])], ['--verbose'], options);
      t.is(signal, program.signal, String(stderr));
      if (!program.signal) t.regex(String(stdout) + String(stderr), program.says ?? /Passed!/);
      t.notRegex(String(stdout), /Failed/);
    });
  }

  for (const [name, program] of Object.entries(PROGRAMS).filter(([, { says, signal }]) => !says && !signal)) {
    const said = RACES[name] ?? /^atoll: nothing found$/m;
    test.serial(`${name}: atoll check says ${said.source}`, async (t) => {
      t.timeout(LIMIT_MS);
      const folder = scratchFolder(t);
      const argv = [unpack(join(BINARIES, name), folder, name, program), '--load', `${name}_Kernels.bin`, '-e', '-q'];
      const options = { cwd: folder, timeout: LIMIT_MS, env: program.env ?? {} };
      const { stdout, stderr, exitCode } = await atoll(['check', '--', ...argv, ...(program.flags ?? [])], options);
      t.is(exitCode, name in RACES ? 1 : 0, String(stderr));
      t.regex(String(stderr), said);
      t.regex(String(stdout), /Passed!/);
    });
  }

  test.serial(
    'every image loads through clCreateProgramWithBinary, with its kernels and their arguments',
    async (t) => {
      const guest = join(scratchFolder(t), 'guest');
      const source = join(root, 'test/driver/catalyst-guest.cc');
      execFileSync('g++', ['-std=c++17', '-O1', source, '-o', guest, '-lOpenCL']);
      for (const name of readdirSync(BINARIES).filter((entry) => entry in PROGRAMS)) {
        const file = join(BINARIES, name, `${name}_Kernels.bin`);
        const text = readFileSync(file, 'latin1');
        const { stdout, exitCode } = await run([guest, 'list', file]);
        t.is(exitCode, 0, name);
        const lines = String(stdout).split('\n');
        const counted = (pattern: RegExp): number => [...text.matchAll(pattern)].length;
        t.is(lines.filter((line) => / group \d/.test(line)).length, counted(/;ARGSTART:/g), name);
        t.is(lines.filter((line) => line.startsWith('  ')).length, counted(/;reflection:\d+:/g), name);
      }
      const copy = [guest, 'run', join(BINARIES, 'SimpleImage/SimpleImage_Kernels.bin'), 'image2dCopy', '2'];
      const { stdout } = await run([...copy, '0,0', '8,8', '8,8']);
      const texels = Array.from({ length: 64 }, (_, i) => [i % 8, Math.floor(i / 8), 0, 0]).flat();
      t.is(stdout, `output ${[...new Uint32Array(Float32Array.from(texels).buffer)].join(' ')}`);
    },
  );
}
