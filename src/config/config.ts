// Every option once: help, environment variables, the configuration file and the JSON that `atoll config` prints derive
// from this. Precedence: flag, then environment variable ATOLL_*, then atoll.config.json in the working directory, then
// the default. A file that another user has put into the working directory never decides what is executed or
// overwritten: see `keptFrom`.

import { resolve as absolute } from 'node:path';
import { CHIPS, chipHint, chipNamed, DEFAULT_CHIP } from '../chips/chips.js';
import { INSTRUMENT_OPTIONS } from '../instruments/options.js';
import { AtollError } from '../util/errors.js';
import { EXECUTES, type OptionSpec, OVERWRITES } from '../util/option-spec.js';
import { RANDOM_SCHEDULE, SCHEDULES } from '../util/schedule-syntax.js';
import { CONFIG_FILE, readConfigFile } from './config-file.js';
import { BOARD_ENGINES, ENGINE_NAMES } from './engine-names.js';

/** Headings of the help for options outside of the core; those of instruments are in src/instruments. */
const GROUP = {
  LOCKSTEP: 'Comparison and remote execution:',
  KERNELS: 'Execution of kernels:',
  DEBUGGER: 'Debugger:',
  PROGRAM: 'Program and system calls:',
} as const;

/** Options of `atoll run`, by key; the flag is the key in kebab case. */
export const RUN_OPTIONS = {
  device: {
    kind: 'choice',
    choices: CHIPS.map(({ id }) => id),
    aliasFor: (name) => chipNamed(name)?.id,
    hintFor: chipHint,
    value: 'name',
    default: DEFAULT_CHIP.id,
    text: 'simulated GPU',
  },
  devices: {
    kind: 'list',
    choices: CHIPS.map(({ id }) => id),
    aliasFor: (name) => chipNamed(name)?.id,
    hintFor: chipHint,
    value: 'names',
    text: 'several simulated GPUs, separated by commas; replaces --device',
  },
  engine: {
    onReplay: true,
    kind: 'choice',
    choices: ENGINE_NAMES,
    value: 'name',
    default: ENGINE_NAMES[0],
    also: BOARD_ENGINES,
    text: 'executor of kernels: an engine, or another OpenCL: opencl, opencl:PLATFORM, opencl:tcp:HOST:PORT',
  },
  hsail: {
    group: GROUP.KERNELS,
    kind: 'choice',
    choices: ['isa', 'il'],
    value: 'form',
    default: 'isa',
    text: 'execution of BRIG modules of HSA programs: isa (finalized to machine code of the chip), il (HSAIL as it is)',
  },
  tolerance: {
    group: GROUP.LOCKSTEP,
    kind: 'text',
    value: 'bound',
    text: 'with --lockstep jit,opencl: tolerance of real numbers: exact, ulp:N, or relative:X (above 1; default 1e-4)',
  },
  boardToken: {
    group: GROUP.LOCKSTEP,
    kind: 'text',
    value: 'file',
    text: 'file with the token of the board that --engine opencl:tcp:HOST:PORT names',
    keptFrom: 'names a secret',
  },
  boardSilence: {
    group: GROUP.LOCKSTEP,
    kind: 'number',
    value: 'seconds',
    text: 'timeout without messages of the board, after which the program loses its device (default 10)',
  },
  calibration: {
    group: GROUP.LOCKSTEP,
    kind: 'text',
    value: 'file',
    text: 'with --engine opencl: convert the times of its device in profiling events by a file of atoll calibrate; FILE,target-mhz=N for another clock',
  },
  lockstep: {
    group: GROUP.LOCKSTEP,
    onReplay: true,
    kind: 'list',
    choices: ENGINE_NAMES,
    value: 'names',
    also: BOARD_ENGINES,
    text: 'run two engines in lock step and stop at the first difference; replaces --engine; one may be another OpenCL: jit,opencl',
  },
  schedule: {
    group: GROUP.KERNELS,
    onReplay: true,
    kind: 'choice',
    choices: SCHEDULES,
    also: RANDOM_SCHEDULE,
    value: 'order',
    text: 'order of the wavefronts of a work-group: even (as hardware after barriers; the default, or that of a recording), long (one after the other), random:SEED',
  },
  workers: {
    onReplay: true,
    kind: 'number',
    value: 'count',
    text: 'threads that execute wavefronts (default: one for each CPU)',
  },
  timeout: {
    onReplay: true,
    kind: 'number',
    value: 'seconds',
    text: 'stop a kernel that runs longer, with the state of its wavefronts',
  },
  printfBuffer: {
    group: GROUP.KERNELS,
    kind: 'number',
    value: 'MiB',
    text: 'minimum size of the printf buffer of a launch (default: 1, at most 1024); launches of many work-items get up to 64',
  },
  deviceMemory: {
    group: GROUP.KERNELS,
    kind: 'number',
    value: 'GiB',
    text: 'memory of the simulated GPUs for OpenCL programs, up to 15 (default: that of the chip, at most 3); pages that are not used take none of the host',
  },
  maxWorkGroupSize: {
    group: GROUP.KERNELS,
    kind: 'number',
    value: 'work-items',
    text: 'maximum size of work-groups of OpenCL kernels, up to 1024 (default: 256 on Southern Islands, 1024 on later chips)',
  },
  log: {
    onReplay: true,
    kind: 'text',
    value: 'file',
    text: 'write messages of Atoll to a file instead of stderr',
    keptFrom: OVERWRITES,
  },
  ...INSTRUMENT_OPTIONS,
  debugInfo: {
    kind: 'flag',
    short: 'g',
    default: false,
    text: 'build every program with -g: faults, traces and the debugger then name source lines; the code stays the same',
  },
  debugVariables: {
    group: GROUP.DEBUGGER,
    kind: 'flag',
    default: false,
    text: 'build every program with -ggdb: the debugger then shows variables of the source; the code may differ',
  },
  break: {
    group: GROUP.DEBUGGER,
    onReplay: true,
    kind: 'list',
    value: 'places',
    text: 'debug with a prompt on the terminal: stop at kernel, kernel:+offset, kernel:address, kernel:label, file:line, launch, error or error:call',
  },
  breakCommands: {
    group: GROUP.DEBUGGER,
    onReplay: true,
    kind: 'text',
    value: 'file',
    text: 'read the commands of the prompt from a file',
    keptFrom: 'names commands, which can overwrite files',
  },
  verbose: {
    kind: 'flag',
    default: false,
    text: 'also log requests that the guest was refused, and the reason why notifications are not used',
  },
  cache: { onReplay: true, kind: 'flag', default: true, text: 'keep compiled programs and kernels in a cache on disk' },
  cacheDir: {
    onReplay: true,
    kind: 'text',
    value: 'folder',
    text: 'folder of the cache (default: $XDG_CACHE_HOME/atoll)',
    keptFrom: EXECUTES,
    isFolder: true,
  },
  nativeCode: {
    onReplay: true,
    kind: 'flag',
    default: true,
    text: 'compile long-running kernels to machine code with clang in the background, or use cached machine code',
  },
  clang: {
    onReplay: true,
    kind: 'text',
    value: 'path',
    text: 'path of clang, instead of the newest suitable one',
    keptFrom: EXECUTES,
  },
  backend: {
    group: GROUP.PROGRAM,
    kind: 'choice',
    choices: ['auto', 'trace', 'notify'],
    value: 'name',
    default: 'auto',
    text: 'interception of system calls: auto (notifications if the kernel supports them), trace (ptrace stops), notify (notifications)',
  },
  daemons: {
    group: GROUP.PROGRAM,
    kind: 'choice',
    choices: ['wait', 'kill'],
    value: 'policy',
    default: 'wait',
    text: 'treatment of processes that outlive the program',
  },
  traceSyscalls: {
    group: GROUP.PROGRAM,
    kind: 'flag',
    default: false,
    text: 'log every intercepted system call, decoded',
  },
  visibleDevices: {
    group: GROUP.PROGRAM,
    kind: 'flag',
    default: false,
    text: 'show the simulated devices to stat, readlink and directory listings too; such calls are slower then',
  },
  debuggable: {
    group: GROUP.PROGRAM,
    kind: 'flag',
    default: false,
    text: 'let strace and gdb run inside the program (needs seccomp notifications): its child processes are then not traced',
  },
} as const satisfies Record<string, OptionSpec>;

type ValueOf<S extends OptionSpec> = S['kind'] extends 'flag'
  ? boolean
  : S['kind'] extends 'number'
    ? number
    : S['kind'] extends 'list'
      ? readonly string[]
      : string;
export type Settings<O extends Record<string, OptionSpec> = typeof RUN_OPTIONS> = {
  readonly [K in keyof O]: O[K] extends { readonly default: string | number | boolean | readonly string[] }
    ? ValueOf<O[K]>
    : ValueOf<O[K]> | undefined;
};

export type OptionOrigin = 'flag' | 'environment' | 'file' | 'default';
export interface ResolvedSettings<O extends Record<string, OptionSpec> = typeof RUN_OPTIONS> {
  readonly settings: Settings<O>;
  readonly origins: Readonly<Record<string, OptionOrigin>>;
  /** For the person: sources that were not used, and why. */
  readonly notes: readonly string[];
}

export const flagOf = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
export const variableOf = (key: string): string => `ATOLL_${flagOf(key).replaceAll('-', '_').toUpperCase()}`;

function parse(key: string, spec: OptionSpec, raw: unknown, where: string): unknown {
  const refuse = (expectation: string, hint = `see atoll run --help, option --${flagOf(key)}`): never => {
    throw new AtollError('BAD_OPTION', `${where}: '${String(raw)}' is not ${expectation}`, hint);
  };
  if (spec.kind === 'flag') {
    if (raw === true || raw === '1' || raw === 'true') return true;
    return raw === false || raw === '0' || raw === 'false' || raw === '' ? false : refuse('true or false');
  }
  if (spec.kind === 'number')
    return Number(raw) > 0 && Number.isFinite(Number(raw)) ? Number(raw) : refuse('a positive number');
  const words = spec.kind === 'list' ? (Array.isArray(raw) ? raw.map(String) : String(raw).split(',')) : [String(raw)];
  const { choices } = spec;
  const isChoice = (word: string): boolean =>
    !choices || choices.includes(word) || spec.also?.pattern.test(word) === true;
  const chosen = words.map((word) => (isChoice(word) ? word : (spec.aliasFor?.(word) ?? word)));
  for (const word of chosen)
    if (choices && !isChoice(word))
      refuse(`one of ${[...choices, ...(spec.also ? [spec.also.name] : [])].join(', ')}`, spec.hintFor?.(word));
  return spec.kind === 'list' ? chosen : chosen[0];
}

/** @throws AtollError BAD_OPTION for a key that is unknown or that the file may not set */
function checkKeys(file: Readonly<Record<string, unknown>>, options: Record<string, OptionSpec>): void {
  for (const key of Object.keys(file)) {
    const spec = Object.hasOwn(options, key) ? options[key] : undefined;
    if (!spec) {
      const hint = `known keys: ${Object.keys(options).join(', ')}`;
      throw new AtollError('BAD_OPTION', `${CONFIG_FILE}: unknown key '${key}'`, hint);
    }
    if (spec.keptFrom === undefined) continue;
    throw new AtollError(
      'BAD_OPTION',
      `${CONFIG_FILE}: '${key}' ${spec.keptFrom}: it is not accepted from the working directory`,
      `remove it there; use --${flagOf(key)} <${spec.value ?? 'value'}> or ${variableOf(key)}`,
    );
  }
}

/** True if a source sets a value; an empty text sets none. */
const isSet = (spec: OptionSpec, value: unknown): boolean =>
  value !== undefined && (value !== '' || spec.kind === 'flag');

/**
 * Puts the sources together.
 * @param flags values that the command line gave, by key; keys that it did not give are absent
 * @throws AtollError BAD_OPTION naming flag, variable or file
 */
export function resolve<O extends Record<string, OptionSpec>>(
  options: O,
  flags: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
): ResolvedSettings<O> {
  const { values: file, refused } = readConfigFile();
  checkKeys(file, options);
  const settings: Record<string, unknown> = {};
  const origins: Record<string, OptionOrigin> = {};
  for (const [key, spec] of Object.entries(options)) {
    const variable = variableOf(key);
    const sources: readonly (readonly [OptionOrigin, unknown, string])[] = [
      ['flag', flags[key], `--${flagOf(key)}`],
      ['environment', environment[variable], variable],
      ['file', file[key], `${CONFIG_FILE}: ${key}`],
    ];
    const [origin, raw, where] = sources.find(([, value]) => isSet(spec, value)) ?? ['default', undefined, ''];
    origins[key] = origin;
    const value = raw === undefined ? spec.default : parse(key, spec, raw, where);
    settings[key] = spec.isFolder && typeof value === 'string' ? absolute(value) : value;
  }
  return { settings: settings as Settings<O>, origins, notes: refused === undefined ? [] : [refused] };
}
