// The build cache: hits without a process, survives damage, races and size limits.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { BuildCache, type CacheEntry } from '../../../src/compiler/cache/build-cache.js';
import { CLANG_VERSIONS_FILE } from '../../../src/compiler/clang-versions.js';
import { folderHash, ownSourceHash } from '../../../src/compiler/own-sources.js';
import { bytes, newFrontEnd, temporaryFolder } from '../setup.js';

const KEY = 'ab'.repeat(32);
const entry = (size: number): CacheEntry => ({
  log: 'a log\n',
  binaryType: 'executable',
  dependencies: [],
  binary: Uint8Array.from({ length: size }, (_, i) => i & 255),
});
const fileOf = (folder: string): string => {
  const group = readdirSync(join(folder, 'builds'))[0]!;
  return join(folder, 'builds', group, readdirSync(join(folder, 'builds', group))[0]!);
};

test("another table of clang's versions makes other keys", (t) => {
  const table = join(temporaryFolder(t), 'clang-versions.json');
  const text = readFileSync(CLANG_VERSIONS_FILE);
  writeFileSync(table, text);
  t.is(ownSourceHash(table), ownSourceHash());
  writeFileSync(table, `${text.toString()} `);
  t.not(ownSourceHash(table), ownSourceHash());
});

test("another file in a folder of the front end's code makes other keys", (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'passes'));
  const hashes = ['1', '2', '2'].map((text) => {
    writeFileSync(join(folder, 'passes', 'pass.js'), text);
    return folderHash([folder]);
  });
  t.not(hashes[0], hashes[1]);
  t.is(hashes[1], hashes[2]);
});

test('an entry comes back as it was', (t) => {
  const cache = new BuildCache(temporaryFolder(t));
  t.is(cache.get(KEY), undefined);
  cache.put(KEY, entry(1000));
  t.deepEqual(cache.get(KEY), entry(1000));
  t.like(cache.report(), { entries: 1 });
  cache.clear();
  t.is(cache.get(KEY), undefined);
  t.is(cache.report().entries, 0);
});

test('an entry cut at any length, or changed, counts as absent', (t) => {
  const folder = temporaryFolder(t);
  const cache = new BuildCache(folder);
  cache.put(KEY, entry(300));
  const path = fileOf(folder);
  const whole = readFileSync(path);
  for (let length = whole.length - 1; length >= 0; length -= 7) {
    truncateSync(path, length);
    t.is(cache.get(KEY), undefined);
    writeFileSync(path, whole);
  }
  for (let at = 0; at < whole.length; at += 5) {
    const changed = Buffer.from(whole);
    changed[at] = changed[at]! ^ 0x20;
    writeFileSync(path, changed);
    const hit = cache.get(KEY);
    if (hit) t.deepEqual(hit.binary, entry(300).binary);
  }
  writeFileSync(path, whole);
  t.deepEqual(cache.get(KEY), entry(300));
});

test('an entry is valid as long as its dependencies', (t) => {
  const folder = temporaryFolder(t);
  const header = join(folder, 'x.h');
  const cache = new BuildCache(folder);
  cache.put(KEY, { ...entry(10), dependencies: [{ path: header, sha256: 'no such hash' }] });
  t.is(cache.get(KEY), undefined);
});

test('the oldest entries go when there is too much', (t) => {
  const folder = temporaryFolder(t);
  const cache = new BuildCache(folder, 5000);
  const keys = ['01', '02', '03', '04', '05', '06'].map((name) => name.repeat(32));
  for (const [i, key] of keys.entries()) {
    cache.put(key, entry(1000));
    const path = join(folder, 'builds', key.slice(0, 2), `${key}.build`);
    utimesSync(path, 1000 + i, 1000 + i);
  }
  cache.trim();
  t.true(cache.report().bytes <= 5000);
  t.is(cache.get(keys[0]!), undefined);
  t.truthy(cache.get(keys[5]!));
});

test('a folder that cannot be written loses the entry, not the build', (t) => {
  const cache = new BuildCache('/proc/nothing-can-be-made-here');
  t.notThrows(() => cache.put(KEY, entry(10)));
  t.is(cache.get(KEY), undefined);
  t.is(cache.report().entries, 0);
});

test('a process killed while it writes leaves whole entries and rubbish that is cleared away', async (t) => {
  const folder = temporaryFolder(t);
  const url = new URL('../../../src/compiler/cache/build-cache.js', import.meta.url).href;
  const writer = `import { BuildCache } from ${JSON.stringify(url)};
    const cache = new BuildCache(process.argv[1]);
    const binary = new Uint8Array(1 << 20).fill(7);
    for (let i = 0; ; i++) {
      cache.put(String(i % 8).repeat(64), { log: '', binaryType: 'executable', dependencies: [], binary });
      if (i === 8) process.stdout.write('ready');
    }`;
  for (let round = 0; round < 4; round++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const cache = new BuildCache(folder, 6 << 20);
  for (let i = 0; i < 8; i++) t.is(cache.get(String(i).repeat(64))?.binary.length, 1 << 20);
  cache.trim();
  t.true(cache.report().bytes <= 6 << 20);
});

test('a build is found again by another front end, without a compiler process', async (t) => {
  const cacheDir = temporaryFolder(t);
  const request = {
    kind: 'build',
    source: bytes('__kernel void k(__global int *p) { p[0] = 1; }'),
    options: '',
    device: 'tahiti',
  } as const;
  const [first, second] = [newFrontEnd({ cacheDir, cache: true }), newFrontEnd({ cacheDir, cache: true })];
  const built = await Promise.all([first.build(request), second.build(request), first.build(request)]);
  for (const result of built) t.is(result.status, 'success', result.log);
  t.deepEqual(built[0].binary, built[1].binary);
  let compiled = 0;
  const onCompile = (): void => void compiled++;
  const again = await second.build({ ...request, onCompile });
  t.true(again.cached);
  t.is(compiled, 0);
  t.deepEqual(again.binary, built[0].binary);
  t.is(first.cacheReport()?.entries, 1);
  const otherDevice = await first.build({ ...request, device: 'pitcairn' });
  t.false(otherDevice.cached);
  t.false((await first.build({ ...request, options: '-DX', onCompile })).cached);
  t.is(compiled, 1);
  first.clearCache();
  t.false((await first.build(request)).cached);
  await Promise.all([first.dispose(), second.dispose()]);
});
