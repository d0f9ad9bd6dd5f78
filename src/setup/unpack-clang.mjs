// Debian's clang and libclc of one version, unpacked below build/ without being installed: for tests of other versions
// than the installed one, whose libclc package would exclude theirs.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root, SetupError } from './steps.mjs';

/** Folder into which the packages of a version are unpacked. */
export const pairFolder = (version) => join(root, 'build', `clang-${version}`);

/** Packages that clang needs beside those of the C++ compiler. */
const packagesOf = (version) => [
  `clang-${version}`,
  `libclang-common-${version}-dev`,
  `libclang-cpp${version}`,
  `libllvm${version}`,
  `libclc-${version}`,
  `libclc-${version}-dev`,
];

function execute(program, args, cwd) {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (status === 0) return;
  const reason = error?.message ?? stderr.trim().split('\n').slice(-5).join('\n');
  throw new SetupError(`${program} ${args.join(' ')} failed\n${reason}\n  it needs the package lists: apt-get update`);
}

/** clang looks for its libraries beside itself. */
function linkLibraries(folder, version) {
  const [shared, own] = [join(folder, 'usr/lib/x86_64-linux-gnu'), join(folder, `usr/lib/llvm-${version}/lib`)];
  const there = readdirSync(own);
  for (const name of readdirSync(shared).filter((file) => file.includes('.so') && !there.includes(file))) {
    symlinkSync(join('..', '..', 'x86_64-linux-gnu', name), join(own, name));
  }
}

/**
 * Fetches and unpacks a version, once.
 *
 * @param {number | string} version
 * @param {string} finished the folder
 * @throws SetupError with apt's words when that is not possible
 */
export function unpackPair(version, finished = pairFolder(version)) {
  if (existsSync(finished)) return;
  const folder = `${finished}.new`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execute('apt-get', ['download', '-qq', ...packagesOf(version)], folder);
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.deb'))) {
    execute('dpkg-deb', ['-x', name, '.'], folder);
    rmSync(join(folder, name));
  }
  linkLibraries(folder, version);
  renameSync(folder, finished);
}
