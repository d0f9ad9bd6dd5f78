// The command line of a build's first clang process: language, options, folders, warnings, debug information.

import { COMMON_ARGS, EXTENSION_ARGS, FLOAT_ARGS, SECTION_ARGS, targetArgs } from '../../clang/clang-args.js';
import { compilationArgs } from '../../clang/compilation-args.js';
import { outputName } from '../../clang/job.js';
import type { Tools } from '../../clang/tools.js';
import { versionArgs } from '../../clang-versions.js';
import type { ParsedOptions } from '../../request/options.js';
import { WARNINGS_ARE_ERRORS } from './source-warnings.js';

/** The name that diagnostics and __FILE__ show. */
export const SOURCE_NAME = 'program.cl';
export const DEPENDENCIES_NAME = 'program.d';
/** Where embedded headers are. */
export const HEADER_FOLDER = 'headers';
export const OVERLAY_NAME = 'overlay.json';

export interface SourceInput {
  readonly source: Uint8Array;
  readonly headers: readonly { readonly name: string; readonly source: Uint8Array }[];
  readonly options: ParsedOptions;
  /** Working directory of the guest: quoted includes are looked up there last. */
  readonly folder: string;
  /** What absolute paths begin with for clang: the guest's root folder may be another one. */
  readonly root: string;
  /** Files of that folder which clang would look for in ours, by their names (chroot-view.ts). */
  readonly overlay?: ReadonlyMap<string, string>;
}

/** Words about paths: the guest's own, where clang finds them, and as they are afterwards. */
function pathArgs({ options, folder, root, overlay }: SourceInput): string[] {
  const words = options.clangArgs.map((word) => (word.startsWith('-I') ? `-I${root}${word.slice(2)}` : word));
  const other = [`-ffile-prefix-map=${root}=`, ...(overlay ? ['-ivfsoverlay', OVERLAY_NAME] : [])];
  return [...words, '-iquote', `${root}${folder}`, ...(root === '' ? [] : other)];
}

/**
 * Lines, functions and their call sites, and the text of the source. The level comes last: each of the others would set
 * it to that of variables, with whose records clang 22 made other code of 26 of 39 benchmark programs.
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
 * What clang refuses, some of it only since versions 15, 16 and 20, and earlier compilers of OpenCL C have warned of.
 * Programs rely on it: clFFT's kernels on the conversions, textbooks on implicit int and on `return` without a value.
 */
const LENIENT_ARGS = [
  '-Wno-error=incompatible-pointer-types',
  '-Wno-error=int-conversion',
  '-Wno-error=implicit-int',
  '-Wno-error=return-type',
];

/** Front-end words: language, options, search paths, warnings. */
export function sourceArgs(tools: Tools, input: SourceInput): string[] {
  const { options } = input;
  return [
    ...['-x', 'cl', '-cl-std=CL1.2', '-cl-kernel-arg-info', ...targetArgs(tools.processor)],
    ...compilationArgs('source', options.optimisation, tools.compilation),
    ...[...COMMON_ARGS, ...FLOAT_ARGS, ...EXTENSION_ARGS, ...SECTION_ARGS],
    ...versionArgs('source', tools.toolchain.version),
    '-Wno-gcc-compat', // It names the places where GCC wants attributes: OpenCL C's stand elsewhere.
    ...['-include', tools.library.prelude, `-I${HEADER_FOLDER}`, ...pathArgs(input)],
    ...(options.warningsAreErrors ? WARNINGS_ARE_ERRORS : LENIENT_ARGS),
    ...['-MD', '-MF', outputName(DEPENDENCIES_NAME), ...debugArgs(options)],
  ];
}
