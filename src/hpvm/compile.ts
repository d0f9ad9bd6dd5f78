// Compiles HPVM-C by clang for the host to LLVM IR, from which graphs and leaves are read.

import { readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { LIMITS } from '../compiler/clang/clang-args.js';
import { limitReached } from '../compiler/clang/limits.js';
import { run } from '../compiler/clang/process.js';
import { findToolchain } from '../compiler/clang/toolchain.js';
import { AtollError } from '../util/errors.js';
import { INSTALLATION } from '../util/installation.js';
import { removeTree } from '../util/remove-tree.js';
import { temporaryFolder } from '../util/temporary.js';
import { type HpvmModule, readHpvmModule } from './module.js';
import { withInlinedHelpers } from './transform/inline-aux-function.js';

/** Folder of `hpvm.h`. */
export const HEADER_FOLDER: string = join(INSTALLATION, 'runtime', 'hpvm', 'include');
/** The first version whose pointers have no types, as the reader expects. */
const MIN_CLANG_VERSION = 15;
/**
 * Inlining leaves each leaf in one function. Vectors would depend on the host's processor; unrolled loops are those of
 * the host, too.
 */
const IR_ARGS: readonly string[] = ['-O2', '-fno-vectorize', '-fno-slp-vectorize', '-g', '-fno-color-diagnostics'];
const SOURCES: ReadonlySet<string> = new Set(['.c', '.cc', '.cpp', '.cxx', '.C', '.c++']);

export const isSource = (file: string): boolean => SOURCES.has(extname(file));
export const isIr = (file: string): boolean => extname(file) === '.ll';

/** @throws AtollError TOOLCHAIN without a clang that serves */
export function hostClang(named: string | undefined): string {
  const { toolchain, text, fix } = findToolchain(named);
  if (!toolchain) throw new AtollError('TOOLCHAIN', text, fix);
  const { clang, version } = toolchain;
  if (version !== 0 && version < MIN_CLANG_VERSION)
    throw new AtollError(
      'TOOLCHAIN',
      `${clang} is version ${version} of clang; HPVM-C needs ${MIN_CLANG_VERSION} or later`,
      'atoll compilers',
    );
  return clang;
}

/** Runs clang in the present folder. @throws AtollError BAD_INPUT with its messages */
export async function runClang(clang: string, args: readonly string[], subject: string): Promise<string> {
  const temporary = temporaryFolder('hpvm');
  try {
    const result = await run(clang, args, { cwd: process.cwd(), ...LIMITS }, temporary);
    const limit = limitReached(result, LIMITS);
    if (limit !== undefined) throw new AtollError('LIMIT', `clang ${limit} with ${subject}`, 'Divide the source.');
    if (result.status === 0) return result.stderr;
    throw new AtollError(
      'BAD_INPUT',
      `clang rejects ${subject}:\n${result.stderr.trimEnd()}`,
      'Correct the source, or pass options of clang after --.',
    );
  } finally {
    removeTree(temporary);
  }
}

export interface HostProgram {
  readonly module: HpvmModule;
  /** Warnings of clang. */
  readonly log: string;
}

function readIr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new AtollError(
      'BAD_INPUT',
      `${file}: cannot be read: ${(error as Error).message}`,
      'Name a file that exists.',
    );
  }
}

/** Compiles a file to IR text. */
async function irOf(clang: string, args: readonly string[], subject: string): Promise<{ text: string; log: string }> {
  const folder = temporaryFolder('hpvm');
  const output = join(folder, 'program.ll');
  try {
    const log = await runClang(clang, [...args, ...IR_ARGS, '-S', '-emit-llvm', '-o', output], subject);
    return { text: readFileSync(output, 'utf8'), log };
  } finally {
    removeTree(folder);
  }
}

/** Optimizes IR text once more, so that marked functions are inlined. */
export async function optimized(clang: string, text: string, subject: string): Promise<HpvmModule> {
  const folder = temporaryFolder('hpvm');
  try {
    const input = join(folder, 'marked.ll');
    writeFileSync(input, text);
    const own = ['-Wno-override-module', '-Wno-unused-command-line-argument', input];
    return readHpvmModule((await irOf(clang, own, subject)).text);
  } finally {
    removeTree(folder);
  }
}

async function inlined(module: HpvmModule, clang: string, subject: string): Promise<HpvmModule> {
  const marked = withInlinedHelpers(module);
  return marked === undefined ? module : optimized(clang, marked, subject);
}

/**
 * The program in a source, or in a file with IR text.
 * @param options of clang for the source
 */
export async function hostProgram(file: string, clang: () => string, options: readonly string[]): Promise<HostProgram> {
  if (isIr(file)) return { module: readHpvmModule(readIr(file)), log: '' };
  if (!isSource(file))
    throw new AtollError(
      'BAD_INPUT',
      `${basename(file)} is neither C, C++ nor LLVM IR by its name`,
      `Use one of the endings ${[...SOURCES].join(' ')} .ll`,
    );
  const own = clang();
  const { text, log } = await irOf(own, [...options, '-I', HEADER_FOLDER, file], file);
  return { module: await inlined(readHpvmModule(text), own, file), log };
}
