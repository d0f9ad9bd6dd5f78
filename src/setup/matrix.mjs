// The front end's tests with every compiler that is installed: `node src/setup/matrix.mjs [VERSION...]`, after a build.
// `--another` takes one that is not the default, what CI requests: where none is installed Debian's packages are
// fetched and unpacked below build/, since libclc packages exclude each other. Compilers are found by name: clang-N in
// PATH or /usr/lib/llvm-N, below a prefix of ATOLL_MATRIX (folders, separated by colons, into which such packages were
// unpacked), or below build/.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ava } from './node.mjs';
import { main, root, say } from './steps.mjs';
import { pairFolder, unpackPair } from './unpack-clang.mjs';

const { tested } = JSON.parse(readFileSync(new URL('./clang-versions.json', import.meta.url), 'utf8'));
const VERSIONS = tested.map(String);
const LIBCLC = 'clc/tahiti-amdgcn--.bc';
const FILES = ['dist/test/compiler/**/*.test.js'];
/** The debugger's variables depend on the compiler, too; every run of CI tests them with the default one. */
const DEBUGGER = [
  'dist/test/cli/commands/debug/debug-variables.test.js',
  'dist/test/cli/commands/debug/debug-words.test.js',
];
const FOLDERS = { tests: /^(?!examples)/, kernels: /^examples/ };

/** A clang of that version with a libclc of the same version beside it. */
function findCompiler(version) {
  const prefixes = (process.env.ATOLL_MATRIX ?? '').split(':').filter(Boolean);
  const candidates = [...prefixes, pairFolder(version)].map((prefix) => join(prefix, 'usr', 'lib'));
  if (existsSync(`/usr/share/doc/libclc-${version}`)) candidates.unshift('/usr/lib');
  return candidates
    .filter((lib) => existsSync(join(lib, LIBCLC)))
    .map((lib) => join(lib, `llvm-${version}`, 'bin', 'clang'))
    .find((path) => existsSync(path));
}

/** Passed and failed tests of a run in the Test Anything Protocol; names of those that failed. */
function runTests(clang, files) {
  const { stdout } = spawnSync(...ava(['--tap', '--timeout=20m', ...files]), {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, ATOLL_CLANG: clang },
  });
  const results = [...stdout.matchAll(/^(not )?ok \d+ - (?:.* › )?(\S+) › (.*)$/gm)].map(([, not, file, name]) => ({
    good: !not,
    file,
    name,
  }));
  return { results, failed: results.filter(({ good }) => !good).map(({ file, name }) => `${file}: ${name}`) };
}

const count = (results, pattern) => {
  const own = results.filter(({ file }) => pattern.test(file));
  return `${own.filter(({ good }) => good).length}/${own.length}`;
};

/** The version that CI fetches where only the default is installed: the one that needs most of the table's flags. */
const FETCHED = ['16', '22'];

/**
 * The first installed version that is not the default compiler's, or one that is fetched: its tests belong to every run
 * of CI.
 */
async function anotherVersion() {
  const { findToolchain } = await import(join(root, 'dist/src/compiler/clang/toolchain.js'));
  const usual = findToolchain().toolchain;
  const installed = VERSIONS.find((version) => {
    const clang = findCompiler(version);
    return clang && realpathSync(clang) !== usual.clang;
  });
  if (installed) return [installed];
  const fetched = FETCHED.find((version) => version !== String(usual.version));
  say(`fetching clang ${fetched} with its libclc`);
  unpackPair(fetched);
  return [fetched];
}

await main(async () => {
  const words = process.argv.slice(2);
  const another = words.includes('--another');
  const wanted = another ? await anotherVersion() : words.length > 0 ? words : VERSIONS;
  const rows = ['| clang | front end tests | kernels (own, shared, benchmarks) | compiler |', '|---|--:|--:|---|'];
  let bad = 0;
  let tested = 0;
  for (const version of wanted) {
    const clang = findCompiler(version);
    if (!clang) {
      rows.push(`| ${version} | not installed | | |`);
      continue;
    }
    say(`testing the front end with ${clang}`);
    const { results, failed } = runTests(clang, another ? FILES : [...FILES, ...DEBUGGER]);
    tested++;
    if (failed.length > 0 || results.length === 0) bad++;
    for (const name of failed) say(`clang ${version} fails: ${name}`);
    rows.push(`| ${version} | ${count(results, FOLDERS.tests)} | ${count(results, FOLDERS.kernels)} | ${clang} |`);
  }
  process.stdout.write(`${rows.join('\n')}\n`);
  return bad > 0 || tested === 0 ? 1 : 0;
});
