// All accepted build options, once: the specification's, then those of vendors that real programs pass. Other options
// are refused and never reach clang's command line. Source: OpenCL 1.2, sections 5.6.4 and 5.6.5; the vendors'
// programming guides.

/** API calls that accept an option. */
export type OptionScope = 'compile' | 'link' | 'both';

export type OptionEffect =
  /** Arguments of clang. */
  | { readonly kind: 'clang'; readonly args: readonly string[] }
  /** A setting of the front end itself. */
  | { readonly kind: 'setting'; readonly name: Setting }
  /** Accepted without effect; the note is in the build log. */
  | { readonly kind: 'ignored'; readonly note: string }
  /** Refused with a specific reason. */
  | { readonly kind: 'refused'; readonly reason: string };

export type Setting =
  | 'define'
  | 'include'
  | 'optimisation'
  | 'noWarnings'
  | 'warning'
  | 'debug'
  | 'debugVariables'
  | 'argInfo'
  | 'createLibrary'
  | 'enableLinkOptions'
  | 'warningsAreErrors';

export interface OptionRow {
  /** Pattern of the option; the group `value` is its value, if in the same word. */
  readonly pattern: RegExp;
  /** Text of the row in the documentation. */
  readonly name: string;
  readonly origin: 'standard' | 'vendor';
  readonly scope: OptionScope;
  /** The value may or must be the next word: `-D NAME`, `-x clc++`. */
  readonly takesWord?: boolean;
  readonly effect: OptionEffect;
}

const clang = (...args: string[]): OptionEffect => ({ kind: 'clang', args });
const setting = (name: Setting): OptionEffect => ({ kind: 'setting', name });
const ignored = (note: string): OptionEffect => ({ kind: 'ignored', note });
const refused = (reason: string): OptionEffect => ({ kind: 'refused', reason });

/** A row whose option is one fixed word. */
function word(name: string, origin: OptionRow['origin'], scope: OptionScope, effect: OptionEffect): OptionRow {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return { pattern: new RegExp(`^${escaped}$`), name, origin, scope, effect };
}

const STANDARD: readonly OptionRow[] = [
  {
    pattern: /^-D(?<value>.*)$/,
    name: '-D NAME[=VALUE]',
    origin: 'standard',
    scope: 'compile',
    takesWord: true,
    effect: setting('define'),
  },
  {
    pattern: /^-I(?<value>.*)$/,
    name: '-I FOLDER',
    origin: 'standard',
    scope: 'compile',
    takesWord: true,
    effect: setting('include'),
  },
  word('-cl-single-precision-constant', 'standard', 'compile', clang('-cl-single-precision-constant')),
  word('-cl-denorms-are-zero', 'standard', 'both', clang()),
  word(
    '-cl-fp32-correctly-rounded-divide-sqrt',
    'standard',
    'compile',
    clang('-cl-fp32-correctly-rounded-divide-sqrt'),
  ),
  word('-cl-opt-disable', 'standard', 'compile', setting('optimisation')),
  word('-cl-strict-aliasing', 'standard', 'compile', clang('-cl-strict-aliasing')),
  word('-cl-mad-enable', 'standard', 'compile', clang('-cl-mad-enable')),
  word('-cl-no-signed-zeros', 'standard', 'both', clang('-cl-no-signed-zeros')),
  word('-cl-unsafe-math-optimizations', 'standard', 'both', clang('-cl-unsafe-math-optimizations')),
  word('-cl-finite-math-only', 'standard', 'both', clang('-cl-finite-math-only')),
  word('-cl-fast-relaxed-math', 'standard', 'both', clang('-cl-fast-relaxed-math')),
  word('-w', 'standard', 'compile', setting('noWarnings')),
  word('-Werror', 'standard', 'compile', setting('warningsAreErrors')),
  word('-cl-std=CL1.0', 'standard', 'compile', clang('-cl-std=CL1.0')),
  word('-cl-std=CL1.1', 'standard', 'compile', clang('-cl-std=CL1.1')),
  word('-cl-std=CL1.2', 'standard', 'compile', clang('-cl-std=CL1.2')),
  word('-cl-kernel-arg-info', 'standard', 'compile', setting('argInfo')),
  word('-g', 'standard', 'compile', setting('debug')),
  word('-create-library', 'standard', 'link', setting('createLibrary')),
  word('-enable-link-options', 'standard', 'link', setting('enableLinkOptions')),
  {
    pattern: /^-cl-std=.*$/,
    name: '-cl-std=CL2.0, CL3.0 ...',
    origin: 'standard',
    scope: 'compile',
    effect: refused('the device supports OpenCL C 1.0, 1.1 and 1.2'),
  },
];

const NOT_HERE = 'it has no meaning for this compiler';

const VENDOR: readonly OptionRow[] = [
  { pattern: /^-x$/, name: '-x LANGUAGE', origin: 'vendor', scope: 'compile', takesWord: true, effect: clang() },
  word('-cl-uniform-work-group-size', 'vendor', 'both', clang()),
  {
    pattern: /^-O(?<value>[0-5s]?)$/,
    name: '-O0 ... -O5, -Os',
    origin: 'vendor',
    scope: 'compile',
    effect: setting('optimisation'),
  },
  {
    pattern: /^-W(?:no-)?[a-z][a-z0-9+-]*(?:=[a-z0-9-]+)?$/,
    name: '-Wall, -Wextra, -W[no-]NAME',
    origin: 'vendor',
    scope: 'compile',
    effect: setting('warning'),
  },
  word('-ggdb', 'vendor', 'compile', setting('debugVariables')),
  word('-ffast-math', 'vendor', 'compile', clang('-cl-fast-relaxed-math')),
  word('-funsafe-math-optimizations', 'vendor', 'compile', clang('-cl-unsafe-math-optimizations')),
  ...[
    '-fno-strict-aliasing',
    '-fstrict-aliasing',
    '-funroll-loops',
    '-fno-unroll-loops',
    '-finline-functions',
    '-fno-inline-functions',
    '-fno-inline',
    '-fno-signed-zeros',
    '-ffinite-math-only',
    '-fno-math-errno',
    '-fno-trapping-math',
  ].map((name) => word(name, 'vendor', 'compile', clang(name))),
  {
    pattern: /^-save-temps(?:=.*)?$/,
    name: '-save-temps[=PREFIX]',
    origin: 'vendor',
    scope: 'both',
    effect: ignored('no temporary files are kept'),
  },
  {
    pattern: /^-f(?:no-)?bin-[a-z0-9]+$/,
    name: '-f[no-]bin-source, -bin-llvmir, -bin-amdil, -bin-exe ...',
    origin: 'vendor',
    scope: 'both',
    effect: ignored('the contents of binaries cannot be chosen'),
  },
  {
    pattern: /^-just-kernel=.*$/,
    name: '-just-kernel=NAME',
    origin: 'vendor',
    scope: 'both',
    effect: ignored('every kernel is compiled'),
  },
  {
    pattern: /^-m(?:cpu|arch|tune)=.*$/,
    name: '-mcpu=NAME, -march=NAME',
    origin: 'vendor',
    scope: 'both',
    effect: ignored('code is made for the device of the context'),
  },
  {
    pattern: /^-cl-ext=.*$/,
    name: '-cl-ext=...',
    origin: 'vendor',
    scope: 'compile',
    effect: refused('the extensions are those of the device'),
  },
  word('-fno-builtin', 'vendor', 'compile', ignored('builtins of OpenCL C are always available')),
  { pattern: /^-fno-alias$/, name: '-fno-alias', origin: 'vendor', scope: 'compile', effect: ignored(NOT_HERE) },
  {
    pattern: /^-cl-nv-(?:verbose|maxrregcount|opt-level|arch|cstd)(?:=.*)?$/,
    name: '-cl-nv-verbose, -cl-nv-maxrregcount=N ...',
    origin: 'vendor',
    scope: 'both',
    effect: ignored('it applies to NVIDIA devices'),
  },
  {
    pattern: /^-cl-intel-[a-z0-9-]+$/,
    name: '-cl-intel-...',
    origin: 'vendor',
    scope: 'both',
    effect: ignored('it applies to Intel devices'),
  },
  {
    pattern: /^-qcom-[a-z0-9-]+(?:=.*)?$/,
    name: '-qcom-...',
    origin: 'vendor',
    scope: 'both',
    effect: ignored('it applies to Qualcomm devices'),
  },
  {
    pattern: /^-cl-auto-vectorize-(?:enable|disable)$/,
    name: '-cl-auto-vectorize-enable',
    origin: 'vendor',
    scope: 'compile',
    effect: ignored(NOT_HERE),
  },
  {
    pattern: /^-cl-no-subgroup-ifp$/,
    name: '-cl-no-subgroup-ifp',
    origin: 'vendor',
    scope: 'compile',
    effect: ignored(NOT_HERE),
  },
  { pattern: /^-legacy$/, name: '-legacy', origin: 'vendor', scope: 'both', effect: ignored('there is one compiler') },
  {
    pattern: /^-(?:rdynamic|profile|profiling)$/,
    name: '-profiling',
    origin: 'vendor',
    scope: 'both',
    effect: ignored(NOT_HERE),
  },
  {
    pattern: /^-Wf,.*$/,
    name: '-Wf,...',
    origin: 'vendor',
    scope: 'compile',
    effect: refused("it passes options to another vendor's compiler"),
  },
  {
    pattern: /^-W[ablp],.*$/,
    name: '-Wa,... -Wl,... -Wp,...',
    origin: 'vendor',
    scope: 'compile',
    effect: refused('options cannot be passed to other programs'),
  },
  {
    pattern: /^-m(?:32|64)$/,
    name: '-m32, -m64',
    origin: 'vendor',
    scope: 'both',
    effect: ignored('device pointers have 64 bits'),
  },
];

/** All rows; the first that matches counts. */
export const OPTION_TABLE: readonly OptionRow[] = [...STANDARD, ...VENDOR];

/** Values of `-x`: a language. */
export const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  cl: [],
  clc: [],
  // AMD's static C++ kernel language is close to clang's C++ for OpenCL.
  'clc++': ['-cl-std=CLC++'],
};
