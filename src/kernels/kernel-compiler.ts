// Makes machine code of translated kernels with clang: src/jit/native writes LLVM's intermediate representation, clang
// the rest.

import { execFileSync } from 'node:child_process';
import { LIMITS } from '../compiler/clang/clang-args.js';
import { BuildJob, outputName, StepFailure } from '../compiler/clang/job.js';
import { environmentFor, limited } from '../compiler/clang/process.js';
import { findToolchain } from '../compiler/clang/toolchain.js';
import { writeIr } from '../jit/native/module-writer.js';
import type { ModuleCode } from '../jit/wasm/module-code.js';
import { AtollError } from '../util/errors.js';

interface InstructionSet {
  /** For clang. */
  readonly flags: readonly string[];
  /** Number of chunks of four lanes in its registers. */
  readonly chunks: number;
}

/** By `instructionSetLevel`. */
const LEVELS: Readonly<Record<number, InstructionSet>> = {
  2: { flags: [], chunks: 1 },
  3: { flags: ['-mavx2', '-mfma', '-mbmi', '-mbmi2'], chunks: 2 },
  4: {
    flags: ['-mavx2', '-mfma', '-mbmi', '-mbmi2', '-mavx512f', '-mavx512bw', '-mavx512cd', '-mavx512dq', '-mavx512vl'],
    chunks: 4,
  },
};

/** Names of clang's input and output. */
const [SOURCE, LIBRARY] = ['kernel.ll', 'kernel.so'] as const;

/** Loops are unrolled and vectorised already: what clang would add costs it a third of its time. */
const FLAGS: readonly string[] = [
  ...['-x', 'ir', SOURCE, '-o', outputName(LIBRARY), '-shared', '-nostdlib', '-fPIC', '-target', 'x86_64-pc-linux-gnu'],
  ...['-O1', '-fno-vectorize', '-fno-slp-vectorize', '-fno-unroll-loops', '-ffp-contract=off', '-march=x86-64-v2'],
  // Functions of their own exist on purpose, and a long search of large functions for places to split live ranges has
  // no benefit: both together take clang a sixth to a quarter of its time, and the code is no faster.
  ...['-mllvm', '-inline-threshold=0', '-mllvm', '-grow-region-complexity-budget=100'],
  ...['-Wno-override-module', '-fno-crash-diagnostics', '-fno-color-diagnostics'],
];

/** The first version that takes pointers without types as a matter of course. */
const OLDEST_CLANG = 15;

/** @throws AtollError TOOLCHAIN when there is no clang that can do it */
export function kernelCompiler(name?: string): string {
  const { toolchain, text, fix } = findToolchain(name);
  if (!toolchain) throw new AtollError('TOOLCHAIN', text, fix);
  if (toolchain.version >= OLDEST_CLANG || toolchain.version === 0) return toolchain.clang;
  throw new AtollError(
    'TOOLCHAIN',
    `${toolchain.clang} is too old to compile kernels for this CPU`,
    `install clang-${OLDEST_CLANG + 1} or newer`,
  );
}

/** @throws AtollError UNSUPPORTED when a processor of this level is not compiled for */
export function instructionSet(level: number): InstructionSet {
  const option = LEVELS[level];
  if (option) return option;
  throw new AtollError('UNSUPPORTED', 'this CPU has no SSE4.2: kernels are not compiled for it', '--engine jit');
}

/**
 * More LLVM IR than this takes clang minutes of processor time. Thousands of accesses to private memory give as much.
 */
const MAX_IR_BYTES = 32 * 2 ** 20;

function checkSize({ length }: Uint8Array): void {
  if (length <= MAX_IR_BYTES) return;
  const [bytes, limit] = [length, MAX_IR_BYTES].map((count) => count.toLocaleString('en'));
  const message = `a kernel is too large to be compiled for this CPU: ${bytes} bytes of LLVM IR, the limit is ${limit}`;
  throw new AtollError('LIMIT', message, '--engine jit');
}

/**
 * Input of clang: its source, and its arguments.
 * @throws AtollError LIMIT for a kernel of too many blocks, or that is too large; UNSUPPORTED as `instructionSet`
 */
function inputOf(
  module: ModuleCode,
  level: number,
): { readonly source: Uint8Array; readonly words: readonly string[] } {
  const { flags, chunks } = instructionSet(level);
  try {
    const source = Buffer.from(writeIr(module, chunks));
    checkSize(source);
    return { source, words: [...FLAGS, ...flags] };
  } catch (cause) {
    // Blocks are nested as deep as there are blocks. What is compiled in the end would take clang many minutes, too.
    if (!(cause instanceof RangeError)) throw cause;
    throw new AtollError('LIMIT', 'the kernel has too many blocks to be compiled for this CPU', '--engine jit', {
      cause,
    });
  }
}

/** Limits of clang while the caller waits. */
const LIMITS_NOW = { ...LIMITS, cpuSeconds: 60 } as const;

/** Why clang has failed, where that is a limit. */
function exceededLimit(stderr: string, signal: string | undefined, code: string | undefined): string | undefined {
  const { cpuSeconds, wallMs, memoryBytes } = LIMITS_NOW;
  if (signal === 'SIGXCPU' || /CPU time limit exceeded/.test(stderr)) return `${cpuSeconds} s of CPU time`;
  if (/out of memory|bad_alloc/i.test(stderr)) return `${memoryBytes / 2 ** 30} GiB of memory`;
  return code === 'ETIMEDOUT' ? `${wallMs / 1000} s` : undefined;
}

/** The same as `compileKernel`, while the caller waits: within `LIMITS_NOW`. */
export function compileKernelNow(module: ModuleCode, level: number, clang: string): Uint8Array {
  const { source, words } = inputOf(module, level);
  const job = new BuildJob(clang);
  try {
    job.write(SOURCE, source);
    const [file, all] = limited(clang, words, LIMITS_NOW, job.folder);
    execFileSync(file, all, {
      cwd: job.folder,
      env: environmentFor('.'),
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: LIMITS_NOW.wallMs,
    });
    return job.read(LIBRARY);
  } catch (error) {
    const { stderr, signal, code } = error as { stderr?: Buffer; signal?: string; code?: string };
    const output = stderr?.toString() ?? '';
    const limit = exceededLimit(output, signal, code);
    if (limit !== undefined) {
      const size = `${source.length.toLocaleString('en')} bytes of LLVM IR`;
      const message = `clang has not compiled a kernel (${size}) for this CPU within ${limit}`;
      throw new AtollError('LIMIT', message, '--engine jit', { cause: error });
    }
    throw new AtollError('TOOLCHAIN', 'clang cannot compile a kernel for this CPU', output, { cause: error });
  } finally {
    job.dispose();
  }
}

/**
 * A shared library with the functions of a kernel.
 *
 * @param module what its translation was printed from
 * @param level of the instruction set that it may use
 * @throws AtollError TOOLCHAIN when clang fails, with what it said; LIMIT and UNSUPPORTED as `inputOf`
 */
export async function compileKernel(
  module: ModuleCode,
  level: number,
  clang: string,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const { source, words } = inputOf(module, level);
  const job = new BuildJob(clang, { signal });
  try {
    job.write(SOURCE, source);
    await job.clang(words);
    return job.read(LIBRARY);
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    throw new AtollError('TOOLCHAIN', `clang cannot compile a kernel for this CPU (${error.reason})`, error.log);
  } finally {
    job.dispose();
  }
}
