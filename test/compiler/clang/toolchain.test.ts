// The default compiler: a tested one where there is one, installed or a private copy.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { checkCompiler } from '../../../src/cli/commands/doctor/doctor.js';
import { findToolchain, untestedText } from '../../../src/compiler/clang/toolchain.js';
import { DEFAULT_VERSION } from '../../../src/compiler/clang-versions.js';
import { FrontEnd, type FrontEndOptions } from '../../../src/compiler/front-end.js';
import { bitcodeOf } from '../bitcode.js';
import { CACHE, scriptedClang, temporaryFolder } from '../setup.js';

const UNTESTED = 15;

/** A folder with libclc of a version, and the compiler of a version; none of them does anything. */
function fakePair(folder: string, version: number, libclcVersion = version): { clang: string; clc: string } {
  const [bin, clc] = [join(folder, 'lib', `llvm-${version}`, 'bin'), join(folder, 'clc')];
  for (const each of [bin, clc]) mkdirSync(each, { recursive: true });
  writeFileSync(join(clc, 'tahiti-amdgcn--.bc'), bitcodeOf(`LLVM${libclcVersion}.0.0`));
  writeFileSync(join(bin, 'clang'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return { clang: join(bin, 'clang'), clc };
}

test('another libclc does not change the compiler where a tested one can be had', (t) => {
  const folder = temporaryFolder(t);
  const other = fakePair(join(folder, 'a'), UNTESTED);
  const tested = fakePair(join(folder, 'b', 'usr'), DEFAULT_VERSION);
  mkdirSync(join(folder, 'b', 'usr', 'lib', 'clc'), { recursive: true });
  writeFileSync(join(folder, 'b', 'usr', 'lib', 'clc', 'tahiti-amdgcn--.bc'), bitcodeOf(`LLVM${DEFAULT_VERSION}.1.0`));
  const places = new Map([[UNTESTED, [other.clang]]]);
  const find = (clang?: string) => findToolchain(clang, [other.clc], (version) => places.get(version) ?? []);

  const alone = find().toolchain!;
  t.is(alone.version, UNTESTED);
  t.regex(
    untestedText(alone)!,
    /^OpenCL programs are compiled by clang 15 \(.*\): tested are 22, .*; get one with: atoll compilers --fetch 22$/,
  );
  places.set(DEFAULT_VERSION, [tested.clang]);
  for (const setting of [undefined, 'auto', '']) t.is(find(setting).toolchain?.version, DEFAULT_VERSION);
  t.is(untestedText(find().toolchain!), undefined);
});

test('doctor warns of a compiler that is not tested, and looks at the one that is named', (t) => {
  const { clang, clc } = fakePair(temporaryFolder(t), UNTESTED);
  const find = (named?: string) => findToolchain(named, [clc], () => [clang]);
  // Not the one that ATOLL_CLANG names.
  const check = checkCompiler('auto', find);
  t.like(check, { ok: true, fix: '' });
  t.regex(check.warning!, /compiled by clang 15 .*atoll compilers --fetch/);
  t.is(checkCompiler('/nowhere/clang', find).ok, false);
});

test('an untested compiler is named once, unless it was chosen by name', async (t) => {
  const folder = temporaryFolder(t);
  const clang = scriptedClang(folder, '');
  // Neither path has a version: it is unknown.
  const unknown = join(folder, 'cc');
  writeFileSync(unknown, `#!/bin/sh\nexec ${clang} "$@"\n`, { mode: 0o755 });
  const messages: string[] = [];
  const build = async (options: FrontEndOptions): Promise<void> => {
    const front = new FrontEnd({
      cacheDir: CACHE,
      cache: false,
      ...options,
      onUntested: (text) => messages.push(text),
    });
    for (let n = 0; n < 2; n++)
      await front.build({ kind: 'build', source: Buffer.from('!'), options: '', device: 'tahiti' });
    await front.dispose();
  };
  await build({ clang: unknown });
  t.deepEqual(messages, []);
  for (const options of [{}, { clang: 'auto' }]) await build({ ...options, clangsOf: () => [unknown] });
  t.is(messages.length, 2);
  t.regex(messages[0]!, /^OpenCL programs are compiled by \S+, whose version is unknown: tested are 22, /);
});
