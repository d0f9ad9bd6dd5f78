// The command line of a build's first clang process: language, options, folders, warnings, debug information.

import { COMMON_ARGS, EXTENSION_ARGS, FLOAT_ARGS, SECTION_ARGS, targetArgs } from '../../clang/clang-args.js';
import { compilationArgs } from '../../clang/compilation-args.js';
import { outputName } from '../../clang/job.js';
import type { Tools } from '../../clang/tools.js';
import { versionArgs } from '../../clang-versions.js';
import type { ParsedOptions } from '../../request/options.js';
import type { SourceInput } from '../../request/source-input.js';
import { WARNINGS_ARE_ERRORS } from './source-warnings.js';

/** The name in diagnostics and __FILE__. */
export const SOURCE_NAME = 'program.cl';
export const DEPENDENCIES_NAME = 'program.d';
/** Folder of embedded headers. */
export const HEADER_FOLDER = 'headers';
export const OVERLAY_NAME = 'overlay.json';

/** Arguments of paths: the guest's paths as clang finds them, and their mapping back. */
function pathArgs({ options, folder, root, overlay }: SourceInput): string[] {
  const words = options.clangArgs.map((word) => (word.startsWith('-I') ? `-I${root}${word.slice(2)}` : word));
  const other = [`-ffile-prefix-map=${root}=`, ...(overlay ? ['-ivfsoverlay', OVERLAY_NAME] : [])];
  return [...words, '-iquote', `${root}${folder}`, ...(root === '' ? [] : other)];
}

/**
 * Lines, functions and their call sites, and the text of the source. The level comes last: each of the others would
 * select that of variables, whose records changed the code of 26 of 39 benchmark programs with clang 22.
 */
const DEBUG_ARGS: readonly string[] = [
  '-gdwarf-5',
  '-gembed-source',
  '-gline-tables-only',
  '-fdebug-compilation-dir=.',
];

/** As above, and variables. */
const VARIABLE_ARGS: readonly string[] = DEBUG_ARGS.filter((word) => word !== '-gline-tables-only');

function debugArgs({ debug, debugVariables }: ParsedOptions): readonly string[] {
  if (debugVariables) return VARIABLE_ARGS;
  return debug ? DEBUG_ARGS : [];
}

/**
 * Errors of clang, some since versions 15, 16 and 20, that were warnings of earlier compilers of OpenCL C. Programs
 * depend on them: clFFT's kernels on the conversions, textbooks on implicit int and on `return` without a value.
 */
const LENIENT_ARGS = [
  '-Wno-error=incompatible-pointer-types',
  '-Wno-error=int-conversion',
  '-Wno-error=implicit-int',
  '-Wno-error=return-type',
];

/** Front-end arguments: language, options, search paths, warnings. */
export function sourceArgs(tools: Tools, input: SourceInput): string[] {
  const { options } = input;
  return [
    ...['-x', 'cl', '-cl-std=CL1.2', '-cl-kernel-arg-info', ...targetArgs(tools.processor)],
    ...compilationArgs('source', options.optimisation, tools.compilation),
    ...[...COMMON_ARGS, ...FLOAT_ARGS, ...EXTENSION_ARGS, ...SECTION_ARGS],
    ...versionArgs('source', tools.toolchain.version),
    '-Wno-gcc-compat', // It warns of attributes at places that GCC rejects, as OpenCL C's.
    ...['-include', tools.library.prelude, `-I${HEADER_FOLDER}`, ...pathArgs(input)],
    ...(options.warningsAreErrors ? WARNINGS_ARE_ERRORS : LENIENT_ARGS),
    ...['-MD', '-MF', outputName(DEPENDENCIES_NAME), ...debugArgs(options)],
  ];
}
