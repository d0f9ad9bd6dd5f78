// Confinement of a compiler: limits, and for a requesting program of another user or with another file system, its
// identity and only the needed files. native/confine drops all other rights, then executes the compiler.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AtollError } from '../../util/errors.js';
import { restoreHint } from '../../util/installation.js';
import { PROJECT_ROOT } from '../project.js';
import { type BuildCredentials, canChangeIdentity, RLIMIT } from '../request/build-credentials.js';

const HELPER = join(PROJECT_ROOT, 'build', 'Release', 'atoll-confine');
/** Descriptor of the root folder in the compiler: after its standard streams. */
const ROOT_DESCRIPTOR = 3;
/**
 * CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: the only capabilities that a compiler may keep, if the program has them.
 */
const FILE_CAPABILITIES = 0b110n;

/** The kernel's version of Landlock; 0 for none, undefined without native/confine. */
export function landlockVersion(): number | undefined {
  try {
    return Number(execFileSync(HELPER, ['landlock'], { encoding: 'utf8' }));
  } catch {
    return undefined;
  }
}

export interface ConfinementLimits {
  /** Processor time, in seconds. */
  readonly cpuSeconds: number;
  /** Address space, in bytes. */
  readonly memoryBytes: number;
}

export interface Confinement {
  readonly caller: BuildCredentials | undefined;
  /** Absolute paths of readable files besides the system's libraries. */
  readonly tools: readonly string[];
}

/** Libraries and programs of the system, and the files of the loader. */
const SYSTEM: readonly string[] = [
  ...['/lib', '/lib32', '/lib64', '/bin', '/usr/bin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libexec'],
  ...[
    '/usr/local/lib',
    '/usr/share/clc',
    '/etc/ld.so.cache',
    '/etc/alternatives',
    '/proc/self',
    '/proc/cpuinfo',
    '/dev/null',
  ],
];

/**
 * True if the compiler runs as the caller. A user without the right to change it cannot be protected from its own
 * programs.
 */
export const takesIdentity = (caller: BuildCredentials | undefined): caller is BuildCredentials =>
  caller?.isAnother === true && canChangeIdentity();

/** True if file permissions do not determine the caller's read access. */
const seesTooMuch = (caller: BuildCredentials): boolean =>
  caller.root !== undefined || (caller.isAnother && !canChangeIdentity());

/** True if the compiler cannot read files of this user alone. */
export const isConfined = (caller: BuildCredentials | undefined): boolean =>
  caller !== undefined && (takesIdentity(caller) || seesTooMuch(caller));

/** The caller's root folder in the compiler: the prefix of its absolute paths. */
export const rootPrefix = (caller: BuildCredentials | undefined): string =>
  caller?.root === undefined ? '' : `/proc/self/fd/${ROOT_DESCRIPTOR}`;

/** The Landlock rules for a compiler whose read access the user id alone does not limit; none for others. */
export function landlockWords({ caller, tools }: Confinement, folder: string): string[] {
  if (!caller || !seesTooMuch(caller)) return [];
  const reads = [...SYSTEM, ...tools.flatMap(installationOf)];
  const own = caller.isAnother && !canChangeIdentity() ? [] : [rootPrefix(caller)];
  return [...[...reads, ...own].filter((path) => path !== '').map((path) => `read=${path}`), `write=${folder}`];
}

/** A tool with the libraries beside it: /usr/lib/llvm-16/bin/clang needs /usr/lib. */
function installationOf(tool: string): string[] {
  if (basename(dirname(tool)) !== 'bin') return [tool];
  const prefix = resolve(dirname(tool), '..');
  return [basename(dirname(prefix)) === 'lib' ? dirname(prefix) : prefix];
}

/** The lower ones of Atoll's limits and the caller's. */
function limitWords({ cpuSeconds, memoryBytes }: ConfinementLimits, caller: BuildCredentials | undefined): string[] {
  const limits = new Map(caller?.limits);
  const lower = (number: number, value: number): void => {
    limits.set(number, Math.min(value, limits.get(number) ?? value));
  };
  lower(RLIMIT.cpu, Math.ceil(cpuSeconds));
  lower(RLIMIT.addressSpace, memoryBytes);
  lower(RLIMIT.core, 0);
  return [...limits].map(([number, value]) => `limit=${number}:${value}`);
}

function identityWords({ identity }: BuildCredentials): string[] {
  const { uid, gid, groups, capabilities } = identity;
  const mask = (capabilities & FILE_CAPABILITIES).toString(16);
  return [`capabilities=${mask}`, `identity=${uid}:${gid}:${groups.join()}`];
}

/**
 * The command line that runs a program within its limits.
 *
 * @param folder working directory: absolute
 * @throws AtollError NATIVE_MISSING without native/confine
 */
export function confined(
  program: string,
  args: readonly string[],
  { bounds, confinement, folder }: { bounds: ConfinementLimits; confinement: Confinement; folder: string },
): [string, string[]] {
  if (!existsSync(HELPER)) throw new AtollError('NATIVE_MISSING', `${HELPER} has not been built`, restoreHint());
  const { caller } = confinement;
  const words = [
    ...limitWords(bounds, caller),
    ...landlockWords(confinement, folder),
    ...(takesIdentity(caller) ? identityWords(caller) : []),
    `parent=${process.pid}`,
  ];
  return [HELPER, [...words, '--', program, ...args]];
}
