// Finds clang and libclc: which versions there are, which pair is used, and what to install when none is.
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/** Versions in the order of preference, all of them tested with the same commands. */
export const CLANG_VERSIONS: readonly number[] = [16, 19, 14, 22, 15, 17, 18, 20, 21];

/** The file of libclc that fits the triple amdgcn-- and every Southern Islands GPU. */
const LIBCLC_FILE = 'tahiti-amdgcn--.bc';
const LIBCLC_FOLDERS: readonly string[] = ['/usr/lib/clc', '/usr/share/clc', '/usr/lib64/clc', '/usr/local/lib/clc'];

const INSTALL = 'apt-get install --no-install-recommends clang-16 libclc-16';

export interface Toolchain {
  /** The real path of the compiler. */
  readonly clang: string;
  /** Major version, 0 when the path does not tell. */
  readonly version: number;
  readonly libclc: string;
  /** Changes whenever one of the files does: part of every cache key. */
  readonly identity: string;
}

export interface ToolchainReport {
  readonly available: boolean;
  readonly toolchain: Toolchain | undefined;
  /** One line for a person: what was found or what is missing. */
  readonly text: string;
  /** The command that installs what is missing; empty when nothing is. */
  readonly fix: string;
}

/** Path, size and time of a file: cheap, and different after every package update. */
function fingerprint(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${path}:${size}:${Math.round(mtimeMs)}`;
}

function onPath(name: string): string | undefined {
  if (isAbsolute(name)) return existsSync(name) ? name : undefined;
  const folders = (process.env['PATH'] ?? '/usr/bin:/bin').split(':').filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find(existsSync);
}

function findClang(version: number): string | undefined {
  return onPath(`clang-${version}`) ?? onPath(`/usr/lib/llvm-${version}/bin/clang`);
}

/** The major version from a path like /usr/lib/llvm-16/bin/clang. */
function versionOf(clang: string): number {
  const match = /(?:llvm|clang)-(\d+)/.exec(clang);
  return match ? Number(match[1]) : 0;
}

/** libclc beside the compiler's own prefix first, then in the usual places. */
function findLibclc(clang: string, folders: readonly string[]): string | undefined {
  const beside = resolve(dirname(clang), '..', '..', 'clc');
  return [beside, ...folders].map((folder) => join(folder, LIBCLC_FILE)).find(existsSync);
}

/** Debian's libclc packages exclude each other: the one that is installed has a documentation folder. */
function libclcVersion(): number | undefined {
  return CLANG_VERSIONS.find((version) => existsSync(`/usr/share/doc/libclc-${version}`));
}

function toolchainOf(path: string, folders: readonly string[]): ToolchainReport {
  const clang = realpathSync(path);
  const version = versionOf(clang) || versionOf(path);
  const libclc = findLibclc(clang, folders);
  if (!libclc) {
    const fix = version ? `apt-get install --no-install-recommends libclc-${version}` : INSTALL;
    return {
      available: false,
      toolchain: undefined,
      text: `${clang} is there, but libclc (${LIBCLC_FILE}) is not`,
      fix,
    };
  }
  const identity = `${fingerprint(clang)}|${fingerprint(libclc)}`;
  return { available: true, toolchain: { clang, version, libclc, identity }, text: `${clang} with ${libclc}`, fix: '' };
}

/** The compiler that fits the installed libclc: the same version, else the first newer one (bitcode is read forward). */
function chooseClang(): string | undefined {
  const wanted = libclcVersion();
  const exact = wanted === undefined ? undefined : findClang(wanted);
  if (exact) return exact;
  const fitting = CLANG_VERSIONS.filter((version) => wanted === undefined || version >= wanted);
  return fitting.map(findClang).find((path) => path !== undefined);
}

/**
 * Finds the tools. Reads only the file system: no process is started.
 *
 * @param clang path or name of the compiler to use; by default the best one that is installed
 * @param folders where libclc may be, besides the compiler's own prefix
 */
export function findToolchain(clang?: string, folders: readonly string[] = LIBCLC_FOLDERS): ToolchainReport {
  const path = clang ? onPath(clang) : chooseClang();
  if (path) return toolchainOf(path, folders);
  const wanted = libclcVersion();
  const text = clang ? `the compiler '${clang}' does not exist` : 'no clang is installed that fits libclc';
  const fix = wanted ? `apt-get install --no-install-recommends clang-${wanted}` : INSTALL;
  return { available: false, toolchain: undefined, text, fix };
}
