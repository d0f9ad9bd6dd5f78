// The front end's tests with every compiler that is installed: `node src/setup/matrix.mjs [14 16 19 22]`, after a build.
// `--another` takes one that is not the default, and is content when there is none: what CI asks for.
// Compilers are found by name: clang-N in PATH or /usr/lib/llvm-N, or below a prefix of ATOLL_MATRIX (folders, separated by
// colons, into which Debian's packages clang-N and libclc-N were unpacked; libclc packages exclude each other otherwise).

import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ava } from './node.mjs';
import { main, root, say } from './steps.mjs';

const VERSIONS = ['14', '16', '19', '22'];
const LIBCLC = 'clc/tahiti-amdgcn--.bc';
const FOLDERS = { tests: /^(?!examples)/, kernels: /^examples/ };

/** A clang of that version with a libclc of the same version beside it. */
function findCompiler(version) {
  const prefixes = (process.env.ATOLL_MATRIX ?? '').split(':').filter(Boolean);
  const candidates = prefixes.map((prefix) => join(prefix, 'usr', 'lib'));
  if (existsSync(`/usr/share/doc/libclc-${version}`)) candidates.unshift('/usr/lib');
  return candidates
    .filter((lib) => existsSync(join(lib, LIBCLC)))
    .map((lib) => join(lib, `llvm-${version}`, 'bin', 'clang'))
    .find((path) => existsSync(path));
}

/** Passed and failed tests of a run in the Test Anything Protocol; names of those that failed. */
function runTests(clang) {
  const { stdout } = spawnSync(...ava(['--tap', '--timeout=20m', 'dist/test/compiler/*.test.js']), {
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

/** The first installed version that is not the default compiler's; its front end tests belong to every run of CI. */
async function anotherVersion() {
  const { findToolchain } = await import(join(root, 'dist/src/compiler/toolchain.js'));
  const usual = realpathSync(findToolchain().toolchain.clang);
  return VERSIONS.filter((version) => {
    const clang = findCompiler(version);
    return clang && realpathSync(clang) !== usual;
  }).slice(0, 1);
}

await main(async () => {
  const words = process.argv.slice(2);
  const another = words.includes('--another');
  const wanted = another ? await anotherVersion() : words.length > 0 ? words : VERSIONS;
  if (another && wanted.length === 0) {
    say('no other clang with its libclc is installed: the front end was tested with the default one');
    return 0;
  }
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
    const { results, failed } = runTests(clang);
    tested++;
    if (failed.length > 0 || results.length === 0) bad++;
    for (const name of failed) say(`clang ${version} fails: ${name}`);
    rows.push(`| ${version} | ${count(results, FOLDERS.tests)} | ${count(results, FOLDERS.kernels)} | ${clang} |`);
  }
  process.stdout.write(`${rows.join('\n')}\n`);
  return bad > 0 || tested === 0 ? 1 : 0;
});
