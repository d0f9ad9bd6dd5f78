// `atoll compilers`: installed versions of clang, and private copies of others.

import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { privateFolder } from '../../../compiler/clang/private-clang.js';
import { findToolchain, findVersion, type Toolchain } from '../../../compiler/clang/toolchain.js';
import { CLANG_VERSIONS, isTested } from '../../../compiler/clang-versions.js';
import { AtollError } from '../../../util/errors.js';
import { root } from '../../../util/paths.js';
import { distrust } from '../../../util/trust.js';
import { namedClang } from '../../inputs/named-clang.js';

export interface CompilersListFlags {
  readonly fetch?: string;
  readonly json?: boolean;
}

/** Versions that src/setup unpacks for tests. */
interface Unpacker {
  unpackPair(version: number, folder: string): void;
}

/** A version and its path. */
interface KnownCompiler {
  readonly version: number;
  readonly tested: boolean;
  /** The default compiler of a run. */
  readonly used: boolean;
  readonly clang?: string;
  readonly libclc?: string;
}

function versionHere(version: number): Toolchain | undefined {
  try {
    return findVersion(version);
  } catch (error) {
    if (error instanceof AtollError) return undefined;
    throw error;
  }
}

function knownCompilers(): KnownCompiler[] {
  const used = findToolchain(namedClang(undefined)).toolchain;
  return CLANG_VERSIONS.map((version) => {
    const installed = versionHere(version);
    const own = installed && { clang: installed.clang, libclc: installed.libclc };
    return {
      version,
      tested: isTested(version),
      used: installed !== undefined && installed.clang === used?.clang,
      ...own,
    };
  });
}

/**
 * @throws AtollError BAD_OPTION for an invalid version, TOOLCHAIN with apt's message, HOST for a folder that others can
 * change
 */
async function fetchVersion(text: string): Promise<void> {
  const version = Number(text);
  if (!CLANG_VERSIONS.includes(version))
    throw new AtollError('BAD_OPTION', `--fetch: '${text}' is none`, `versions: ${CLANG_VERSIONS.join(', ')}`);
  const folder = privateFolder(version);
  const problem = distrust(dirname(folder));
  if (problem !== undefined) throw new AtollError('HOST', `${problem}: compilers in it are not used`);
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  const file = join(root, 'src', 'setup', 'unpack-clang.mjs');
  const { unpackPair } = createRequire(file)(file) as Unpacker;
  try {
    unpackPair(version, folder);
  } catch (error) {
    throw new AtollError('TOOLCHAIN', (error as Error).message);
  }
  process.stderr.write(`atoll: clang ${version} is in ${folder}\n`);
}

export async function compilers({ fetch: version, json }: CompilersListFlags): Promise<void> {
  if (version !== undefined) await fetchVersion(version);
  const all = knownCompilers();
  if (json) {
    process.stdout.write(`${JSON.stringify({ schema: 1, compilers: all }, null, 2)}\n`);
    return;
  }
  for (const { version: number, tested, used, clang, libclc } of all) {
    const mark = used ? '*' : ' ';
    const place = clang === undefined ? `absent (atoll compilers --fetch ${number})` : `${clang} with ${libclc}`;
    process.stdout.write(`${mark} clang ${number} ${tested ? 'tested  ' : 'untested'} ${place}\n`);
  }
}
