// Every option once: help, environment variables, the configuration file and the JSON that `atoll config` prints derive from this.
// Precedence: flag, then environment variable ATOLL_*, then atoll.config.json in the working directory, then the default.

import { accessSync, constants, readFileSync } from 'node:fs';
import { PERSONALITY_IDS } from './driver/personalities.js';
import { ENGINE_NAMES } from './engine-names.js';
import { AtollError } from './util/errors.js';

type Kind = 'text' | 'number' | 'flag' | 'choice' | 'list';

export interface OptionSpec {
  readonly kind: Kind;
  readonly text: string;
  /** Word for the value in the help: `<name>`. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly default?: string | number | boolean | readonly string[];
}

/** Options of `atoll run`, by key; the flag is the key in kebab case. */
export const RUN_OPTIONS = {
  device: { kind: 'choice', choices: PERSONALITY_IDS, value: 'name', default: 'tahiti', text: 'simulated GPU' },
  devices: {
    kind: 'list',
    choices: PERSONALITY_IDS,
    value: 'names',
    text: 'several simulated GPUs, separated by commas; replaces --device',
  },
  engine: {
    kind: 'choice',
    choices: ENGINE_NAMES,
    value: 'name',
    default: ENGINE_NAMES[0],
    text: 'what executes wavefronts',
  },
  lockstep: {
    kind: 'list',
    choices: ENGINE_NAMES,
    value: 'names',
    text: 'run two engines side by side and stop where they differ; replaces --engine',
  },
  workers: {
    kind: 'number',
    value: 'count',
    text: 'threads that execute wavefronts (default: one for each processor)',
  },
  timeout: {
    kind: 'number',
    value: 'seconds',
    text: 'stop a kernel that runs longer, with the state of its wavefronts',
  },
  summary: {
    kind: 'flag',
    default: false,
    text: 'after the program: devices, kernels, wavefronts, instructions and times, on stderr',
  },
  reportJson: {
    kind: 'text',
    value: 'file',
    text: 'after the program: kernels, launches, counters and times, as JSON in a file',
  },
  log: { kind: 'text', value: 'file', text: 'write our own text to a file instead of stderr' },
  traceIsa: {
    kind: 'text',
    value: 'file',
    text: 'write every wave-instruction with operands and changes to a file',
  },
  traceKernel: { kind: 'text', value: 'name', text: 'trace only this kernel' },
  traceGroup: { kind: 'text', value: 'group', text: 'trace only this work-group: its number, or x,y,z' },
  traceWave: { kind: 'text', value: 'n', text: 'trace only this wavefront of each work-group' },
  traceCount: { kind: 'number', value: 'n', text: 'end the trace after n instructions (default 20000)' },
  break: {
    kind: 'list',
    value: 'places',
    text: 'debug: stop at kernel, kernel:+offset, kernel:address or kernel:label, with a prompt on the terminal',
  },
  breakCommands: { kind: 'text', value: 'file', text: 'read the commands of the prompt from a file' },
  verbose: {
    kind: 'flag',
    default: false,
    text: 'also log what the guest was refused, and why notifications are not used',
  },
  cache: { kind: 'flag', default: true, text: 'keep compiled programs and kernels in a cache on disk' },
  cacheDir: { kind: 'text', value: 'folder', text: 'where the cache lives (default: $XDG_CACHE_HOME/atoll)' },
  nativeCode: {
    kind: 'flag',
    default: true,
    text: 'compile kernels that run for long to machine code, with clang and in the background, and use what is kept of it',
  },
  clang: { kind: 'text', value: 'path', text: 'the clang to use instead of the newest suitable one' },
  backend: {
    kind: 'choice',
    choices: ['auto', 'trace', 'notify'],
    value: 'name',
    default: 'auto',
    text: 'how system calls are intercepted: by notifications where the kernel has them; by ptrace stops; by notifications',
  },
  daemons: {
    kind: 'choice',
    choices: ['wait', 'kill'],
    value: 'policy',
    default: 'wait',
    text: 'what happens to processes that outlive the program',
  },
  traceSyscalls: { kind: 'flag', default: false, text: 'log every intercepted system call, decoded' },
  visibleDevices: {
    kind: 'flag',
    default: false,
    text: 'show the simulated devices to stat, readlink and directory listings too; such calls then cost more',
  },
  debuggable: {
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
  readonly [K in keyof O]: O[K] extends { readonly default: unknown } ? ValueOf<O[K]> : ValueOf<O[K]> | undefined;
};

export type Origin = 'flag' | 'environment' | 'file' | 'default';
export interface Resolved<O extends Record<string, OptionSpec> = typeof RUN_OPTIONS> {
  readonly settings: Settings<O>;
  readonly origins: Readonly<Record<string, Origin>>;
}

export const flagOf = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
export const variableOf = (key: string): string => `ATOLL_${flagOf(key).replaceAll('-', '_').toUpperCase()}`;

function parse(key: string, spec: OptionSpec, raw: unknown, where: string): unknown {
  const refuse = (wanted: string): never => {
    throw new AtollError(
      'BAD_OPTION',
      `${where}: '${String(raw)}' is not ${wanted}`,
      `see atoll run --help, option --${flagOf(key)}`,
    );
  };
  if (spec.kind === 'flag') {
    if (raw === true || raw === '1' || raw === 'true') return true;
    return raw === false || raw === '0' || raw === 'false' || raw === '' ? false : refuse('true or false');
  }
  if (spec.kind === 'number')
    return Number(raw) > 0 && Number.isFinite(Number(raw)) ? Number(raw) : refuse('a positive number');
  const words = spec.kind === 'list' ? (Array.isArray(raw) ? raw.map(String) : String(raw).split(',')) : [String(raw)];
  for (const word of words)
    if (spec.choices && !spec.choices.includes(word)) refuse(`one of ${spec.choices.join(', ')}`);
  return spec.kind === 'list' ? words : words[0];
}

const CONFIG_FILE = 'atoll.config.json';

/** A folder that this user may not look into (root's, after `su`) has no file for him. */
function isSearchable(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads the configuration file of the working directory; an absent file is empty. By a relative path: the directory may have been
 * removed, or lie in a folder that this user may not enter.
 * @throws AtollError BAD_OPTION naming the file when it is not a JSON object or has an unknown key
 */
export function readConfigFile(known: Record<string, OptionSpec>): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(CONFIG_FILE, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || !isSearchable('.')) return {};
    const hint = 'make it readable, or remove it';
    throw new AtollError('BAD_OPTION', `cannot read ${CONFIG_FILE}: ${(error as Error).message}`, hint);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AtollError(
      'BAD_OPTION',
      `${CONFIG_FILE}: ${(error as Error).message}`,
      'the file holds one JSON object: {"device": "tahiti"}',
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AtollError('BAD_OPTION', `${CONFIG_FILE} does not hold a JSON object`);
  for (const key of Object.keys(value)) {
    if (!(key in known))
      throw new AtollError(
        'BAD_OPTION',
        `${CONFIG_FILE}: unknown key '${key}'`,
        `known keys: ${Object.keys(known).join(', ')}`,
      );
  }
  return value as Record<string, unknown>;
}

/**
 * Puts the sources together.
 * @param flags values that the command line gave, by key; keys that it did not give are absent
 * @throws AtollError BAD_OPTION naming flag, variable or file
 */
export function resolve<O extends Record<string, OptionSpec>>(
  options: O,
  flags: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
): Resolved<O> {
  const file = readConfigFile(options);
  const settings: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};
  for (const [key, spec] of Object.entries(options)) {
    const variable = variableOf(key);
    const sources: readonly (readonly [Origin, unknown, string])[] = [
      ['flag', flags[key], `--${flagOf(key)}`],
      ['environment', environment[variable], variable],
      ['file', file[key], `${CONFIG_FILE}: ${key}`],
    ];
    const [origin, raw, where] = sources.find(([, value]) => value !== undefined) ?? ['default', undefined, ''];
    origins[key] = origin;
    settings[key] = raw === undefined ? spec.default : parse(key, spec, raw, where);
  }
  return { settings: settings as Settings<O>, origins };
}
