// Facts of clang's versions: preference, tested versions, and flags by version. They are in a JSON file, which set-up
// also reads before compilation.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from './project.js';
import type { ClangStep } from './request/compilation.js';

export interface VersionFlag {
  readonly words: readonly string[];
  readonly step: ClangStep | 'both';
  /** The versions that need it, both ends included. */
  readonly first: number;
  readonly last: number;
  /** Set if other versions reject it. */
  readonly refusedByOthers?: boolean;
  readonly reason: string;
}

/** Versions whose IR is repaired between the two steps, by the pass of that name (passes/). */
export interface VersionRepair {
  readonly name:
    | 'extremes'
    | 'choices'
    | 'zeros'
    | 'divisions'
    | 'quotients'
    | 'negations'
    | 'unions'
    | 'joins'
    | 'turns'
    | 'nulls'
    | 'carries'
    | 'clamps'
    | 'vectors'
    | 'strides'
    | 'dots'
    | 'ballots';
  /** The versions that need it, both ends included. */
  readonly first: number;
  readonly last: number;
  readonly reason: string;
}

/** A miscompilation without workaround. */
export interface KnownDefect {
  /** The versions that have it, both ends included. */
  readonly first: number;
  readonly last: number;
  readonly reason: string;
}

interface ClangVersions {
  readonly preference: readonly [number, ...number[]];
  readonly tested: readonly number[];
  readonly flags: readonly VersionFlag[];
  readonly repairs: readonly VersionRepair[];
  readonly known: readonly KnownDefect[];
}

export const CLANG_VERSIONS_FILE: string = join(PROJECT_ROOT, 'src', 'setup', 'clang-versions.json');

const {
  preference,
  tested,
  flags,
  repairs,
  known: defects,
} = JSON.parse(readFileSync(CLANG_VERSIONS_FILE, 'utf8')) as ClangVersions;

/** Major versions in the order of preference: the first is the default. */
export const CLANG_VERSIONS: readonly number[] = preference;

/** Versions with which the front end's tests run. */
export const TESTED_VERSIONS: readonly number[] = tested;

export const isTested = (version: number): boolean => TESTED_VERSIONS.includes(version);

export const [DEFAULT_VERSION] = preference;

export const VERSION_FLAGS: readonly VersionFlag[] = flags;

export const VERSION_REPAIRS: readonly VersionRepair[] = repairs;

export const KNOWN_DEFECTS: readonly KnownDefect[] = defects;

/** An unknown version (0) needs everything. */
export const concerns = (
  { first, last }: { readonly first: number; readonly last: number },
  version: number,
): boolean => version === 0 || (version >= first && version <= last);

/** True if a version has the defect of the repair of that name. */
export const needsRepair = (name: VersionRepair['name'], version: number): boolean =>
  repairs.some((repair) => repair.name === name && concerns(repair, version));

/** The command that installs a compiler and its library. */
export const installCommand = (...packages: readonly string[]): string =>
  `apt-get install --no-install-recommends ${packages.join(' ')}`;

/** The flags for a step of a version. An unknown version (0) gets all those that every version accepts. */
export function versionArgs(step: ClangStep, version: number, table: readonly VersionFlag[] = VERSION_FLAGS): string[] {
  return table
    .filter((flag) => flag.step === step || flag.step === 'both')
    .filter((flag) => concerns(flag, version) && !(version === 0 && flag.refusedByOthers))
    .flatMap((flag) => flag.words);
}
