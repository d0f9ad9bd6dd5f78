// `atoll cache --export`, `--import`: cached entries are equal in another folder; other contents of an archive are
// refused.

import { randomFillSync } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { execa } from 'execa';
import { create } from 'tar';
import { buildFiles } from '../../../../src/compiler/cache/build-cache.js';
import { LIBRARY_FILES, readLibrary, writeManifest } from '../../../../src/compiler/library/library-files.js';
import { nativeCodeFiles } from '../../../../src/kernels/native-code.js';
import { partFiles } from '../../../../src/kernels/translations.js';
import { root } from '../../../../src/util/paths.js';
import { atoll, scratchFolder } from '../../atoll.js';

const [BUILD, PART, CODE] = ['ab'.repeat(32), 'cd'.repeat(32), 'ef'.repeat(32)];
const LIBRARY = join('library', '12'.repeat(16));
const binary = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7) & 255);

/** A cache with a build, a part, machine code and a builtin library. */
function filledCache(t: ExecutionContext): string {
  const folder = join(scratchFolder(t), 'cache');
  buildFiles(folder).put(BUILD, { header: { log: 'a log\n', binaryType: 'executable', dependencies: [] }, binary });
  partFiles(folder).put(PART, { header: [0, 64], binary: new Uint8Array(0) });
  nativeCodeFiles(folder).put(CODE, { header: null, binary });
  mkdirSync(join(folder, LIBRARY), { recursive: true, mode: 0o700 });
  for (const name of Object.values(LIBRARY_FILES)) writeFileSync(join(folder, LIBRARY, name), name);
  writeManifest(join(folder, LIBRARY), ['sin']);
  return folder;
}

const importInto = async (folder: string, file: string) => {
  const { stdout, stderr, exitCode } = await atoll(['cache', '--dir', folder, '--import', file, '--json']);
  return { tally: stdout ? (JSON.parse(String(stdout)) as unknown) : undefined, stderr: String(stderr), exitCode };
};

test('cache archive: exported entries exist after the import, once', async (t) => {
  const from = filledCache(t);
  const [to, file] = [join(scratchFolder(t), 'new'), join(scratchFolder(t), 'cache.tgz')];
  const { stdout } = await atoll(['cache', '--dir', from, '--export', file]);
  t.is(stdout, 'exported: 6 files');
  t.deepEqual(await importInto(to, file), {
    tally: { schema: 1, imported: 6, kept: 0, refused: [] },
    stderr: '',
    exitCode: 0,
  });
  t.deepEqual(buildFiles(to).get(BUILD), buildFiles(from).get(BUILD));
  t.deepEqual(partFiles(to).get(PART)?.header, [0, 64]);
  t.deepEqual(nativeCodeFiles(to).get(CODE)?.binary, binary);
  t.deepEqual(readLibrary(join(to, LIBRARY)), ['sin']);
  t.deepEqual((await importInto(to, file)).tally, { schema: 1, imported: 0, kept: 6, refused: [] });
});

/** Prints the most memory that a process has had, in kilobytes. */
const PEAK = 'data:text/javascript,process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))';

test('an archive that unpacks to much more than a cache has takes no memory for it', async (t) => {
  const folder = scratchFolder(t);
  const libraries = Array.from({ length: 5 }, (_, n) => join('library', String(n).repeat(32)));
  const names = [...libraries.map((name) => join(name, LIBRARY_FILES.builtins)), 'other', 'another'];
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    // Mostly zeros: a hundredth in the archive.
    const bytes = Buffer.alloc(120 << 20);
    for (let at = 0; at < bytes.length; at += 1 << 20) randomFillSync(bytes, at, 8192);
    writeFileSync(join(folder, name), bytes);
  }
  const file = join(folder, 'bomb.tgz');
  create({ cwd: folder, gzip: true, file, sync: true }, names);
  const main = join(root, 'dist/src/cli/main.js');
  const argv = ['--import', PEAK, main, 'cache', '--dir', join(folder, 'cache'), '--import', file, '--json'];
  const { stderr, stdout, exitCode } = await execa(process.execPath, argv, { reject: false });
  t.is(exitCode, 1);
  t.is((JSON.parse(stdout) as { refused: string[] }).refused.length, names.length);
  t.true(Number(/peak (\d+)/.exec(stderr)![1]) < 600 << 10, stderr);
});

test('through a pipe', async (t) => {
  const to = join(scratchFolder(t), 'new');
  const { stdout } = await atoll(['cache', '--dir', filledCache(t), '--export', '-'], { encoding: 'buffer' });
  const input = stdout as Uint8Array;
  t.is((await atoll(['cache', '--dir', to, '--import', '-'], { input })).exitCode, 0);
  t.true(buildFiles(to).has(BUILD));
});

test('cache archive: an invalid entry is refused by name, and the others are imported', async (t) => {
  const from = filledCache(t);
  const add = (name: string, content: string): void => {
    mkdirSync(dirname(join(from, name)), { recursive: true });
    writeFileSync(join(from, name), content);
  };
  const damaged = join('builds', '01', `${'01'.repeat(32)}.build`);
  const shapeless = join('library', '34'.repeat(16), 'builtins.bc');
  add('../outside', 'x');
  add('config', 'x');
  add(damaged, 'not the hash\n{}\n');
  add(shapeless, 'alone');
  symlinkSync('/etc/passwd', join(from, 'builds', 'link'));
  const file = join(scratchFolder(t), 'mixed.tgz');
  const whole = buildFiles(from).nameOf(BUILD);
  const names = ['../outside', 'config', damaged, 'builds/link', whole, shapeless];
  create({ file, cwd: from, gzip: true, sync: true, preservePaths: true }, names);
  const to = join(scratchFolder(t), 'deep', 'new');
  const { tally, exitCode, stderr } = await importInto(to, file);
  t.is(exitCode, 1);
  const { imported, refused } = tally as { imported: number; refused: string[] };
  t.is(imported, 1);
  t.deepEqual(refused.toSorted(), ['../outside', 'builds/link', 'config', damaged, shapeless].toSorted());
  t.regex(stderr, /"\.\.\/outside" is not a cache entry/);
  t.true(buildFiles(to).has(BUILD));
  t.is(readLibrary(join(to, dirname(shapeless))), undefined);
});

test('an archive that is cut off or none at all, and an empty cache', async (t) => {
  const folder = scratchFolder(t);
  const [file, to] = [join(folder, 'cache.tgz'), join(folder, 'new')];
  await atoll(['cache', '--dir', filledCache(t), '--export', file]);
  truncateSync(file, readFileSync(file).length >> 1);
  const cut = await importInto(to, file);
  t.is(cut.exitCode, 125);
  t.true(cut.stderr.includes(`cannot read ${file}: `));
  t.is((await importInto(to, import.meta.filename)).exitCode, 125);
  t.regex((await importInto(to, join(folder, 'none'))).stderr, /no such file/);
  const empty = await atoll(['cache', '--dir', to, '--export', join(folder, 'other.tgz')]);
  t.is(empty.exitCode, 125);
  t.regex(String(empty.stderr), / is empty/);
});
