// Programs of the suite in two forms: as they are, through OpenCL, and as HIP. Both are the same two texts: the host's
// is compiled with headers of forms/ in place of those of common/ that use OpenCL, the kernels' as HIP after
// forms/opencl-kernels.hpp.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/util/paths.js';

export interface FormProgram {
  readonly name: string;
  /** Sizes with which its kernels take longer than their launches. */
  readonly args: readonly string[];
  /** Turns of its measured part. */
  readonly turns: number;
}

/** Those without vector literals, images or local memory as an argument, which HIP writes otherwise. */
export const PROGRAMS: readonly FormProgram[] = [
  { name: 'BinarySearch', args: ['-x', '4194304', '-y', '65536'], turns: 60 },
  { name: 'BinomialOption', args: ['-x', '256'], turns: 30 },
  { name: 'BitonicSort', args: ['-x', '262144'], turns: 8 },
  { name: 'BlackScholes', args: ['-x', '1024', '-y', '512'], turns: 40 },
  { name: 'DCT', args: ['-x', '1024', '-y', '1024'], turns: 10 },
  { name: 'EigenValue', args: ['-x', '512'], turns: 20 },
  { name: 'FastWalshTransform', args: ['-x', '1048576'], turns: 10 },
  { name: 'FloydWarshall', args: ['-x', '256'], turns: 10 },
  { name: 'MatrixMultiplication', args: [], turns: 8 },
  { name: 'MatrixTranspose', args: ['-x', '2048', '-y', '2048'], turns: 20 },
  { name: 'PrefixSum', args: ['-x', '1048576'], turns: 8 },
  { name: 'QuasiRandomSequence', args: ['-x', '65536', '-y', '32'], turns: 20 },
  { name: 'RadixSort', args: ['-x', '262144'], turns: 8 },
  { name: 'Reduction', args: ['-x', '16777216'], turns: 20 },
  { name: 'SimpleConvolution', args: ['-x', '1024', '-y', '1024'], turns: 12 },
  { name: 'VectorAdd', args: ['-x', '4194304'], turns: 30 },
];

const source = (...path: string[]): string => join(root, 'benchmarks', ...path);

function copyHeaders(from: string, to: string): void {
  for (const name of readdirSync(from)) if (name.endsWith('.hpp')) copyFileSync(join(from, name), join(to, name));
}

const OWN_TIME: readonly string[] = ['-include', source('rocm', 'forms', 'own-time.hpp')];

/** The default of OpenCL C; HIP keeps denormals and rounds quotients and roots correctly. */
const FLOATS: readonly string[] = ['-fgpu-flush-denormals-to-zero', '-fno-hip-fp32-correctly-rounded-divide-sqrt'];

/** Builds the HIP form of a program. @returns the executable; its code object lies beside it */
export function buildHipForm({ name }: FormProgram, chip: string, folder: string): string {
  const headers = join(folder, 'headers');
  mkdirSync(headers, { recursive: true });
  copyHeaders(source('common'), headers);
  copyHeaders(source('rocm', 'forms'), headers);
  const program = join(folder, name);
  const common = ['-O2', '-std=c++17', ...OWN_TIME];
  const host = [...common, '-D__HIP_PLATFORM_AMD__', '-I', headers, source(name, `${name}.cpp`)];
  execFileSync('g++', [...host, '-o', program, '-lamdhip64'], { stdio: 'pipe' });
  const language = ['-x', 'hip', '-include', join(headers, 'opencl-kernels.hpp')];
  const kernels = [
    '--genco',
    '-O3',
    `--offload-arch=${chip}`,
    ...FLOATS,
    ...language,
    source(name, `${name}_Kernels.cl`),
  ];
  const env = { ...process.env, HIP_PLATFORM: 'amd' };
  execFileSync('hipcc', [...kernels, '-o', `${program}_Kernels.hip.o`], { env, stdio: 'pipe' });
  return program;
}

/** Builds a program as it is. @returns the executable */
export function buildOpenclForm({ name }: FormProgram, folder: string): string {
  const flags = ['-O2', '-std=c++17', ...OWN_TIME].join(' ');
  execFileSync('make', ['-C', source(), `BUILD=${folder}`, `NAMES=${name}`, `CXXFLAGS=${flags}`], { stdio: 'pipe' });
  return join(folder, name);
}
