// The builtin library: functions that replace ones of libclc and call them, and where it is kept.

import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { findToolchain } from '../../../src/compiler/clang/toolchain.js';
import { builtinLibrary, nameOwnFunctions } from '../../../src/compiler/library/library-build.js';

const IR = `define double @_Z8own_atand(double %x) {
  %r = call double @_Z4atand(double %x)
  ret double %r
}
define internal double @_Z4atand(double %x) {
  %r = call double @_Z5otherd(double %x)
  ret double %r
}
declare double @_Z5otherd(double)
declare double @_Z4atanDv2_d(<2 x double>)
`;

test("a function own_f takes libclc's name, and libclc's gets out of the way", (t) => {
  const text = nameOwnFunctions(IR);
  t.regex(text, /define double @_Z4atand\(double %x\) \{\n {2}%r = call double @_Z4atand\.libclc\(/);
  t.regex(text, /define internal double @_Z4atand\.libclc\(/);
  t.regex(text, /declare double @_Z5otherd\(double\)\ndeclare double @_Z4atanDv2_d\(/);
  t.false(text.includes('own_'));
});

test('a disk that is too full for the cache costs the cache, not the library', async (t) => {
  const toolchain = findToolchain().toolchain!;
  const folder = mkdtempSync(join(tmpdir(), 'atoll-test-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const [clang, cache] = [join(folder, 'clang'), join(folder, 'cache')];
  const full = `case $PWD in "${cache}"/*) echo 'No space left on device' >&2; exit 1 ;; esac`;
  writeFileSync(clang, `#!/bin/sh\n${full}\nexec '${toolchain.clang}' "$@"\n`);
  chmodSync(clang, 0o755);
  const work = { processor: 'tahiti', signal: new AbortController().signal, apart: false };
  const library = await builtinLibrary({ ...toolchain, clang }, cache, 'hash', work);
  t.teardown(() => rmSync(library.temporary!, { recursive: true, force: true }));
  t.true(existsSync(library.builtins) && existsSync(library.printf));
  t.deepEqual(readdirSync(join(cache, 'library')), []);
});
