// Targets of programs: Atoll, a platform of this machine, or Oclgrind. A target is written `atoll`,
// `atoll:device=capeverde,engine=interp`, `native`, `native:pocl`, `native:pocl,processors=1`, `oclgrind`.

import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { resolve as absolute, basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { DEFAULT_CHIP } from '../chips/chips.js';
import { FrontEnd } from '../compiler/front-end.js';
import { flagOf, RUN_OPTIONS, resolve } from '../config/config.js';
import { isBoardEngine } from '../config/engine-names.js';
import { programEnvironment } from '../host/loader-variables.js';
import { AtollError } from '../util/errors.js';
import type { OptionSpec } from '../util/option-spec.js';
import { release, root } from '../util/paths.js';
import { required } from '../util/required.js';
import { temporaryFolder } from '../util/temporary.js';

/** The command `atoll` of this installation. */
export const ATOLL = join(root, 'dist', 'src', 'cli', 'main.js');
const ICD_FOLDER = '/etc/OpenCL/vendors';

/** A target that is ready to run programs. */
export interface BenchTarget {
  /** As the user wrote it. */
  readonly name: string;
  /** The command line for a program; `report` is where a target that counts instructions writes its numbers. */
  readonly command: (argv: readonly string[], report: string) => readonly string[];
  /** The same with statistics of accesses in the report; absent where there are none. */
  readonly statisticsCommand?: BenchTarget['command'];
  readonly env: Readonly<Record<string, string>>;
  /** True when expected counts hold: Atoll's default device. */
  readonly counts: boolean;
  readonly describe: () => Promise<string>;
  readonly close: () => void;
}

const runFile = promisify(execFile);
const nothing = (): void => {};

/** Standard output of a program, or nothing when it is not there or fails. */
async function outputOf(file: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  try {
    const { stdout } = await runFile(file, args, {
      env: { ...programEnvironment(process.env), ...env },
      timeout: 60_000,
    });
    return stdout;
  } catch {
    return '';
  }
}

/** `key=value,key=value`; a value may hold commas. */
function parseFlags(text: string, name: string): Record<string, string> {
  const specs: Record<string, OptionSpec> = RUN_OPTIONS;
  const keys = new Map(Object.keys(specs).map((key) => [flagOf(key), key]));
  const flags = text === '' ? [] : text.split(/,(?=[a-z-]+=)/);
  return Object.fromEntries(
    flags.map((flag) => {
      const [option = '', ...value] = flag.split('=');
      const key = keys.get(option.replace(/^--/, ''));
      if (key === undefined || value.length === 0)
        throw new AtollError(
          'BAD_OPTION',
          `target '${name}': '${flag}' is not an option of atoll run with a value`,
          `written atoll:device=${DEFAULT_CHIP.id},engine=...; options: ${[...keys.keys()].join(', ')}`,
        );
      return [key, value.join('=')];
    }),
  );
}

/** Settings of this program's own output, which the runner decides. */
const OURS = new Set(['summary', 'log', 'reportJson', 'verbose']);

/** The flags that give these settings, whatever a configuration file in the program's folder says. */
function asFlags(settings: Readonly<Record<string, unknown>>): string[] {
  const specs: Record<string, OptionSpec> = RUN_OPTIONS;
  return Object.entries(settings).flatMap(([key, value]) => {
    if (OURS.has(key) || value === undefined) return [];
    if (typeof value === 'boolean') {
      if (value === required(specs[key], 'option of the target').default) return [];
      return [value ? `--${flagOf(key)}` : `--no-${flagOf(key)}`];
    }
    // In one word: some options may stand alone, and would leave a value behind them to the program.
    return [`--${flagOf(key)}=${Array.isArray(value) ? value.join(',') : String(value)}`];
  });
}

function atollTarget(name: string, text: string): BenchTarget {
  const { settings, origins } = resolve(RUN_OPTIONS, parseFlags(text, name), process.env);
  // Another OpenCL's device may have less than the default one: without a choice of the user, the run chooses one
  // within its limits.
  const isChosen = ['device', 'devices'].some((key) => origins[key] !== 'default');
  const isElsewhere = [settings.engine, ...(settings.lockstep ?? [])].some(isBoardEngine);
  const { timing: chip } = settings;
  // A file of this folder: programs run in folders of their own.
  const timing = chip !== undefined && /[./]/.test(chip) ? absolute(chip) : chip;
  const flags = asFlags({ ...settings, timing, ...(isElsewhere && !isChosen ? { device: undefined } : {}) });
  const devices = settings.devices ?? [settings.device];
  const command =
    (...more: readonly string[]): BenchTarget['command'] =>
    (argv, report) => [process.execPath, ATOLL, 'run', ...flags, ...more, '--report-json', report, '--', ...argv];
  return {
    name,
    command: command(),
    statisticsCommand: command('--stats=addresses'),
    env: {},
    counts: devices.length === 1 && devices[0] === RUN_OPTIONS.device.default,
    describe: async () => {
      const frontEnd = new FrontEnd({ clang: settings.clang });
      const { text, toolchain } = await frontEnd.toolchain();
      await frontEnd.dispose();
      const version = toolchain ? (await outputOf(toolchain.clang, ['--version'], {})).split('\n')[0] : '';
      const compiler = version ? `${version}, ${text}` : text;
      return `Atoll ${release}, device ${devices.join(',')}, engine ${settings.engine}; ${compiler}`;
    },
    close: nothing,
  };
}

/** The .icd files of this machine whose name contains the text. */
function findIcd(text: string, folder: string): string {
  const all = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.icd')) : [];
  const matches = all.filter((file) => file.toLowerCase().includes(text.toLowerCase()));
  if (matches.length === 1) return join(folder, required(matches[0], 'library'));
  const hint = all.length > 0 ? `installed: ${all.map((file) => basename(file, '.icd')).join(', ')}` : '';
  const what = matches.length === 0 ? 'no OpenCL platform' : 'more than one OpenCL platform';
  throw new AtollError(
    'BAD_OPTION',
    `${what} in ${folder} is called '${text}'`,
    hint || 'apt-get install pocl-opencl-icd gives one',
  );
}

/** From clinfo, where it is installed: platform, version, device. */
async function describeNative(env: Readonly<Record<string, string>>): Promise<string> {
  const text = await outputOf('clinfo', ['--raw'], env);
  const property = (key: string) => new RegExp(`${key}\\s+(.+)$`, 'm').exec(text)?.[1]?.trim();
  const properties = ['CL_PLATFORM_NAME', 'CL_PLATFORM_VERSION', 'CL_DEVICE_NAME', 'CL_DRIVER_VERSION'].map(property);
  return properties.filter((value) => value !== undefined).join(', ') || 'unknown version: clinfo is not installed';
}

const PROCESSORS = /(?:^|,)processors=(\d+)$/;

/**
 * @param detail part of the name of an .icd file (empty for all of the machine), and on how many processors it may run
 */
function nativeTarget(name: string, detail: string): BenchTarget {
  const [, processors] = PROCESSORS.exec(detail) ?? [];
  const platform = detail.replace(PROCESSORS, '');
  const bound = processors === undefined ? [] : ['taskset', '--cpu-list', `0-${Number(processors) - 1}`];
  const command = (argv: readonly string[]) => [...bound, ...argv];
  if (platform === '')
    return { name, command, env: {}, counts: false, describe: () => describeNative({}), close: nothing };
  const icd = findIcd(platform, process.env['OCL_ICD_VENDORS'] || ICD_FOLDER);
  // A folder with one file means the same to every loader; the slash at its end matters to some.
  const folder = temporaryFolder('icd');
  copyFileSync(icd, join(folder, basename(icd)));
  const env = { OCL_ICD_VENDORS: `${folder}/`, OPENCL_VENDOR_PATH: `${folder}/` };
  return {
    name,
    command,
    env,
    counts: false,
    describe: () => describeNative(env),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const inPath = (file: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, file)));

function oclgrindTarget(name: string): BenchTarget {
  if (!inPath('oclgrind'))
    throw new AtollError(
      'BAD_OPTION',
      `target '${name}': there is no oclgrind in PATH`,
      'apt-get install oclgrind, or leave this target out',
    );
  return {
    name,
    command: (argv) => ['oclgrind', ...argv],
    env: {},
    counts: false,
    describe: async () => (await outputOf('oclgrind', ['--version'], {})).trim().split('\n').join(' '),
    close: nothing,
  };
}

/**
 * Gets a target ready.
 * @throws AtollError BAD_OPTION when there is no such target, or it is not installed
 */
export function openTarget(name: string): BenchTarget {
  const [kind, ...rest] = name.split(':');
  const detail = rest.join(':');
  if (kind === 'atoll') return atollTarget(name, detail);
  if (kind === 'native') return nativeTarget(name, detail);
  if (name === 'oclgrind') return oclgrindTarget(name);
  throw new AtollError(
    'BAD_OPTION',
    `unknown target '${name}'`,
    'targets: atoll, atoll:<option>=<value>,..., native, native:<platform>,processors=<n>, oclgrind',
  );
}

/** Gets several ready; each name once. */
export function openTargets(names: readonly string[]): BenchTarget[] {
  const opened: BenchTarget[] = [];
  try {
    for (const name of new Set(names)) opened.push(openTarget(name));
  } catch (error) {
    for (const target of opened) target.close();
    throw error;
  }
  return opened;
}
