// Finds clang and libclc: installed versions, the pair to use, and the packages to install without a pair.
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { SOUTHERN_ISLANDS } from '../../chips/families.js';
import { AtollError } from '../../util/errors.js';
import { CLANG_VERSIONS, DEFAULT_VERSION, installCommand, isTested, TESTED_VERSIONS } from '../clang-versions.js';
import { bitcodeVersion } from '../ir/bitcode-producer.js';
import { privateClangs } from './private-clang.js';

/** The file of libclc that fits the triple amdgcn-- and every Southern Islands GPU. */
const LIBCLC_FILE = `${SOUTHERN_ISLANDS.target}-amdgcn--.bc`;
/**
 * Files of no particular chip, for HSA: they differ only in functions that Atoll's library defines. By version of
 * libclc, the newest first.
 */
const ANY_CHIP_FILES: readonly string[] = ['amdgcn-amd-amdhsa.bc', 'amdgcn--amdhsa.bc'];
const LIBCLC_FOLDERS: readonly string[] = ['/usr/lib/clc', '/usr/share/clc', '/usr/lib64/clc', '/usr/local/lib/clc'];

const packagesOf = (version: number): readonly [string, string] => [`clang-${version}`, `libclc-${version}`];

export interface Toolchain {
  /** The real path of the compiler. */
  readonly clang: string;
  /** Major version, 0 if the path does not contain it. */
  readonly version: number;
  /** For Southern Islands. */
  readonly libclc: string;
  /** For other chips: a function with features that its caller lacks is not inlined. */
  readonly anyLibclc: string;
  /** Changes with each of the files: part of every cache key. */
  readonly identity: string;
}

export interface ToolchainReport {
  readonly available: boolean;
  readonly toolchain: Toolchain | undefined;
  /** One line for messages: the tools found, or the missing one. */
  readonly text: string;
  /** The command that installs the missing tool; empty if none is missing. */
  readonly fix: string;
}

interface Libclc {
  readonly path: string;
  /** Major version of the LLVM that wrote it; undefined if the file does not contain it. */
  readonly version: number | undefined;
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

/** Every libclc in the folders, in their order. */
function libclcsIn(folders: readonly string[]): Libclc[] {
  return folders
    .map((folder) => join(folder, LIBCLC_FILE))
    .filter(existsSync)
    .map((path) => ({ path, version: bitcodeVersion(path) }));
}

/** Newer bitcode is unreadable, and older functions are not compatible with newer compilers in general. */
const fits = (libclc: Libclc, version: number): boolean =>
  libclc.version === undefined || version === 0 || libclc.version === version;

const unavailable = (text: string, fix: string): ToolchainReport => ({
  available: false,
  toolchain: undefined,
  text,
  fix,
});

/** The problem of the installed libraries, for a compiler. */
function withoutLibclc(clang: string, version: number, others: readonly Libclc[]): ToolchainReport {
  const fix = installCommand(...(version ? [`libclc-${version}`] : packagesOf(DEFAULT_VERSION)));
  const [other] = others;
  if (!other) return unavailable(`${clang} is installed, but libclc (${LIBCLC_FILE}) is not`, fix);
  const instead = other.version !== undefined && findClang(other.version);
  const advice = instead ? ` (or use ${instead}, which matches it)` : '';
  return unavailable(
    `${clang} is version ${version} of clang, but ${other.path} is libclc of version ${other.version}; both must have the same version${advice}`,
    fix,
  );
}

function toolchainOf(path: string, folders: readonly string[]): ToolchainReport {
  const clang = realpathSync(path);
  const version = versionOf(clang) || versionOf(path);
  // Beside the compiler's own prefix first, then in the usual places.
  const libclcs = libclcsIn([resolve(dirname(clang), '..', '..', 'clc'), ...folders]);
  const libclc = libclcs.find((candidate) => fits(candidate, version))?.path;
  if (!libclc) return withoutLibclc(clang, version, libclcs);
  const anyLibclc = ANY_CHIP_FILES.map((name) => join(dirname(libclc), name)).find(existsSync) ?? libclc;
  const identity = [clang, libclc, anyLibclc].map(fingerprint).join('|');
  const toolchain = { clang, version, libclc, anyLibclc, identity };
  return { available: true, toolchain, text: `${clang} with ${libclc}`, fix: '' };
}

/** The warning about a compiler of an untested version, with the command that installs a tested one. */
export function untestedText({ clang, version }: Toolchain): string | undefined {
  if (isTested(version)) return undefined;
  const which = version === 0 ? `${clang}, whose version is unknown` : `clang ${version} (${clang})`;
  const tested = TESTED_VERSIONS.join(', ');
  return `OpenCL programs are compiled by ${which}: tested are ${tested}; get one with: atoll compilers --fetch ${DEFAULT_VERSION}`;
}

/** The file of libclc that a chip's code is linked with. @param processor LLVM's name of the chip */
export const libclcOf = ({ libclc, anyLibclc }: Toolchain, processor: string): string =>
  LIBCLC_FILE.startsWith(`${processor}-`) ? libclc : anyLibclc;

/** Paths of compilers of a version: installed ones first, then private copies. */
export type ClangsOf = (version: number) => readonly string[];

const clangsHere: ClangsOf = (version) => [findClang(version), ...privateClangs(version)].flatMap((path) => path ?? []);

/** A compiler of a version with a library. */
function pairOf(version: number, folders: readonly string[], clangsOf: ClangsOf): ToolchainReport | undefined {
  for (const path of clangsOf(version)) {
    const report = toolchainOf(path, folders);
    if (report.available) return report;
  }
  return undefined;
}

/** The best compiler with a library, tested ones first; undefined without a matching pair. */
function bestPair(folders: readonly string[], clangsOf: ClangsOf): ToolchainReport | undefined {
  const tested = CLANG_VERSIONS.filter(isTested);
  for (const version of [...tested, ...CLANG_VERSIONS.filter((each) => !isTested(each))]) {
    const report = pairOf(version, folders, clangsOf);
    if (report) return report;
  }
  return undefined;
}

/**
 * The compiler of a version, with a library of that version.
 * @throws AtollError TOOLCHAIN with the command that installs one
 */
export function findVersion(version: number, folders: readonly string[] = LIBCLC_FOLDERS): Toolchain {
  const toolchain = pairOf(version, folders, clangsHere)?.toolchain;
  if (toolchain) return toolchain;
  throw new AtollError(
    'TOOLCHAIN',
    `there is no clang ${version} with libclc of that version`,
    `get a private copy of both: atoll compilers --fetch ${version}`,
  );
}

/** The reason why no compiler is usable, and the shortest fix: Debian's libclc packages exclude each other. */
function withoutPair(folders: readonly string[]): ToolchainReport {
  const version = libclcsIn(folders).find((libclc) => libclc.version !== undefined)?.version;
  if (version !== undefined)
    return unavailable(
      `libclc of version ${version} is installed, but clang-${version} is not`,
      installCommand(`clang-${version}`),
    );
  const path = CLANG_VERSIONS.map(findClang).find((candidate) => candidate !== undefined);
  if (path) return toolchainOf(path, folders);
  return unavailable('no installed clang matches libclc', installCommand(...packagesOf(DEFAULT_VERSION)));
}

/**
 * Finds the tools. Reads only the file system: no process is started.
 *
 * @param clang path or name of the compiler to use; `auto` and by default the best one with a library of its version
 * @param folders of libclc, besides the compiler's own prefix
 */
export function findToolchain(
  clang?: string,
  folders: readonly string[] = LIBCLC_FOLDERS,
  clangsOf: ClangsOf = clangsHere,
): ToolchainReport {
  if (!clang || clang === 'auto') return bestPair(folders, clangsOf) ?? withoutPair(folders);
  const path = onPath(clang);
  if (path) return toolchainOf(path, folders);
  return unavailable(`the compiler '${clang}' does not exist`, installCommand(...packagesOf(DEFAULT_VERSION)));
}
