// Genuine programs of Multi2Sim's users (AMD APP SDK 2.5) and their expected results; they are not ours to
// ship.

import { chmodSync, copyFileSync, cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';

export interface Program {
  /** Expected output; `Passed!` by default. */
  readonly output?: RegExp;
  /** The signal that ends it. */
  readonly signal?: NodeJS.Signals;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A picture of its data folder, and the name under which it looks for it. */
  readonly picture?: readonly [from: string, to: string];
}

const NO_IMAGES: Program = { output: /Images are not supported on this device/ };
const VERIFIES: Program = {};

/** Each program, and why its verdict is another than `Passed!`: the OpenCL runtime that is linked into it. */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  AESEncryptDecrypt: VERIFIES,
  BinarySearch: VERIFIES,
  BinomialOption: VERIFIES,
  BitonicSort: VERIFIES,
  BlackScholes: VERIFIES,
  BoxFilter: { picture: ['1.bmp', 'BoxFilter_Input.bmp'] },
  DCT: VERIFIES,
  DeviceFission: { output: /Device does not support device fission extension/ },
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
  // It changes a buffer made with CL_MEM_USE_HOST_PTR between launches, which its runtime passes on only when memory is
  // shared.
  MonteCarloAsian: { flags: ['-c', '2'], env: { M2S_OPENCL_SHARED_MEMORY: '1' } },
  MonteCarloAsianDP: { output: /Device does not support cl_amd_fp64 extension/ },
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

/** Those that run kernels and verify themselves. */
export const CHECKED: readonly (readonly [name: string, program: Program])[] = Object.entries(PROGRAMS).filter(
  ([, { output, signal }]) => !output && !signal,
);

/**
 * Between the reads at +0x184 and the write at +0x1a4 of its loop there is no s_barrier, and its work-group has eight
 * wavefronts.
 */
export const RACES: Readonly<Record<string, RegExp>> = { DwtHaar1D: /^atoll: 2 findings/m };

/** A copy of a program's folder, its pictures where it looks for them. */
export function unpack(from: string, to: string, name: string, { picture }: Program): string {
  cpSync(from, to, { recursive: true });
  const data = join(to, 'data');
  if (existsSync(data)) cpSync(data, to, { recursive: true });
  if (picture) copyFileSync(join(to, picture[0]), join(to, picture[1]));
  const program = join(to, name);
  chmodSync(program, 0o755);
  return program;
}
