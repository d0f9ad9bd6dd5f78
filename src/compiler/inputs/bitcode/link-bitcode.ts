// Bitcode of compiled objects and libraries, linked to one module.

import { COMMON_ARGS, FLOAT_ARGS, SECTION_ARGS, targetArgs, WHOLE_PROGRAM_ARGS } from '../../clang/clang-args.js';
import { compilationArgs } from '../../clang/compilation-args.js';
import { BITCODE_NAME, IR_NAME } from '../../clang/files.js';
import { type BuildJob, outputName } from '../../clang/job.js';
import { allLibraries, linkArgs, type Tools } from '../../clang/tools.js';
import { versionArgs } from '../../clang-versions.js';
import type { ParsedOptions } from '../../request/options.js';
import { SOURCE_NAME } from '../opencl-c/source-args.js';

export interface LinkInput {
  readonly modules: readonly Uint8Array[];
  readonly options: ParsedOptions;
  /** IR with libraries linked in, unoptimised IR of the modules alone, or their bitcode. */
  readonly target: 'executable' | 'plain' | 'library';
}

/**
 * Several bitcode modules to one: IR text, or bitcode of a library. clang links modules only into a compiled source, so
 * it compiles an empty one.
 */
export async function linkBitcode(
  job: BuildJob,
  tools: Tools,
  input: LinkInput,
): Promise<{ output: Uint8Array; log: string }> {
  const { options } = input;
  const modules = input.modules.flatMap((module, i) => {
    const name = `input${i}.bc`;
    job.write(name, module);
    return ['-Xclang', '-mlink-bitcode-file', '-Xclang', name];
  });
  job.write(SOURCE_NAME, new Uint8Array(0));
  const version = versionArgs('source', tools.toolchain.version);
  const language = [
    '-x',
    'cl',
    '-cl-std=CL1.2',
    ...targetArgs(tools.processor),
    ...compilationArgs('source', options.optimisation, tools.compilation),
    ...version,
  ];
  const shared = [...language, ...COMMON_ARGS, ...FLOAT_ARGS, ...SECTION_ARGS, ...options.clangArgs, ...modules];
  if (input.target === 'library') {
    const args = [...shared, '-Xclang', '-disable-llvm-passes', '-emit-llvm', '-c'];
    const log = await job.clang([...args, SOURCE_NAME, '-o', outputName(BITCODE_NAME)]);
    return { output: job.read(BITCODE_NAME), log };
  }
  const whole = (): string[] => [...WHOLE_PROGRAM_ARGS, ...linkArgs(allLibraries(tools))];
  const link = input.target === 'plain' ? ['-Xclang', '-disable-llvm-passes'] : whole();
  const log = await job.clang([...shared, ...link, '-S', '-emit-llvm', SOURCE_NAME, '-o', outputName(IR_NAME)]);
  return { output: job.read(IR_NAME), log };
}
