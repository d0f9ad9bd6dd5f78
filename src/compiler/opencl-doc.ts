// docs/opencl-c.md: supported features of OpenCL C, and the build options from their table.

import { DEFAULT_VERSION, KNOWN_DEFECTS, type KnownDefect, TESTED_VERSIONS } from './clang-versions.js';
import { LANGUAGES, OPTION_TABLE, type OptionRow } from './request/option-table.js';

const SETTINGS: Readonly<Record<string, string>> = {
  define: 'defines a macro',
  include: 'adds a folder for includes; relative ones start at the working directory of the program',
  optimisation: 'level of optimisation; 0 and -cl-opt-disable are level 1 (see above)',
  noWarnings: 'no warnings',
  warning: 'passed to clang',
  debug: 'line tables in the binary',
  debugVariables: 'line tables and variables in the binary; the code may differ',
  argInfo: 'names and types of arguments; they are always available',
  createLibrary: 'creates a library',
  enableLinkOptions: 'needs -create-library',
  warningsAreErrors: 'warnings are errors',
};

function effectOf({ name, effect }: OptionRow): string {
  if (name.startsWith('-x ')) return `honoured: the language, one of ${Object.keys(LANGUAGES).join(', ')}`;
  switch (effect.kind) {
    case 'clang':
      return effect.args.length === 0 || effect.args[0] === name ? 'honoured' : `honoured, as ${effect.args.join(' ')}`;
    case 'setting':
      return `honoured: ${SETTINGS[effect.name]}`;
    case 'ignored':
      return `ignored, with a note in the log: ${effect.note}`;
    default:
      return `refused: ${effect.reason}`;
  }
}

const SCOPES: Readonly<Record<OptionRow['scope'], string>> = {
  compile: 'build, compile',
  link: 'link',
  both: 'build, compile, link',
};

const row = (option: OptionRow): string =>
  `| \`${option.name}\` | ${option.origin} | ${SCOPES[option.scope]} | ${effectOf(option)} |`;

const knownRow = ({ first, last, reason }: KnownDefect): string =>
  `| ${first === last ? first : `${first} to ${last}`} | ${reason} |`;

const FEATURES = `## Supported features

- OpenCL C 1.2, full profile: every builtin, double, half loads and stores, 32- and 64-bit atomics, images of every kind with every
  sampler, printf, async copies, structures by value and by pointer, private arrays, calls that are not inlined.
- Several kernels in a program, one calling another; headers through \`-I\` and clCompileProgram; clLinkProgram, libraries.
- Attributes: \`reqd_work_group_size\`, \`work_group_size_hint\`, \`vec_type_hint\`.
- Extensions: cl_khr_fp64, cl_amd_fp64, cl_khr_int64_base_atomics, cl_khr_int64_extended_atomics, cl_khr_3d_image_writes,
  cl_khr_byte_addressable_store, cl_amd_printf, cl_amd_media_ops, cl_amd_media_ops2.
- C++ for OpenCL with \`-x clc++\`, in place of AMD's static C++ kernel language.

## Differences from other implementations

- Subnormal floats are flushed to zero, as by AMD's own compiler; CL_DEVICE_SINGLE_FP_CONFIG does not offer CL_FP_DENORM. Doubles keep
  them. \`-cl-denorms-are-zero\` changes nothing.
- Math functions called with integers (\`pow(int, int)\`) take them as float, with a note in the log.
- Code that compilers of OpenCL 1.0 and 1.1 accepted is a warning, an error with \`-Werror\`: implicit int, \`return\` without a value, pointers assigned
  to other types and integers to pointers, access qualifiers of pointers (\`__read_only __global int *\`, which are ignored).
- printf prints what glibc prints, with \`*\` and the length modifiers of C, too; \`%s\` takes strings in every memory. The format has to be a
  literal.
- Program-scope variables of C++ for OpenCL, and static ones in functions, are an error that names them where any code may write them:
  each kernel is linked with its own copy. Those that are only read work.
- Recursion is an error that names the cycle; an undefined function is an error as well.
- \`-cl-opt-disable\` and \`-O0\` are -O1: without optimisation clang 16's register allocator reloads values before the instruction that
  switches lanes on again where branches meet, so that these lanes compute with something else, on real hardware too.
- A crash of the compiler is a failed build; the log has its last lines, and the source is kept for a bug report. Code generation
  that crashes or does not end is tried again in other ways first, at last without optimisation: the log says so in a line.
`;

/** The whole page. */
export function renderOpenclDoc(): string {
  return `# OpenCL C

Generated from \`src/compiler/\`; do not edit. Kernels are compiled at run time by the distribution's clang and libclc
(clang ${TESTED_VERSIONS.join(', ')} are tested; others from 14 on are accepted). Functions that are missing or wrong in libclc are in
\`src/compiler/library/\`. [builtins.md](builtins.md) lists the tests of each builtin, and its largest error.

${FEATURES}
## Versions of clang

clang ${DEFAULT_VERSION} is the one to use. Known miscompilations are avoided by flags and changes of LLVM IR for the versions that
have them (\`src/setup/clang-versions.json\`), except these:

| clang | known to be wrong |
|---|---|
${KNOWN_DEFECTS.map(knownRow).join('\n')}

## Build options

The first matching row applies. Other options, and those refused here, fail with CL_INVALID_BUILD_OPTIONS; no option is passed to
another program unchecked.

| option | origin | calls | effect |
|---|---|---|---|
${OPTION_TABLE.map(row).join('\n')}
`;
}
