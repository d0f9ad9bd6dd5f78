// Trusted files: those of this user and root that no other user can write. Whatever else has the place of
// an entry is no entry, does not block, and is replaced by a new one.

import { execFileSync } from 'node:child_process';
import fs, {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { FileCache } from '../../src/util/file-cache.js';
import { distrust } from '../../src/util/trust.js';

const KEY = 'ab'.repeat(32);
const LIMIT = 1 << 20;
const ENTRY = { header: { what: 'header' }, binary: Uint8Array.of(1, 2, 3) };
const STRANGER = 12345;
const isRoot = process.getuid?.() === 0;

function scratch(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-test-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Place {
  readonly folder: string;
  readonly path: string;
  open(): FileCache<unknown>;
}

/** A cache with one entry. */
function cacheIn(t: ExecutionContext): Place {
  const folder = join(scratch(t), 'cache');
  const open = (): FileCache<unknown> => new FileCache(folder, '.entry', LIMIT);
  open().put(KEY, ENTRY);
  return { folder, path: join(folder, 'ab', `${KEY}.entry`), open };
}

test('folders of a cache are its user’s alone', (t) => {
  const { folder, path, open } = cacheIn(t);
  for (const created of [folder, dirname(path)]) t.is(statSync(created).mode & 0o777, 0o700);
  t.deepEqual(open().get(KEY), ENTRY);
});

const PLACES: readonly (readonly [string, (place: Place) => string])[] = [
  ['above the cache', ({ folder }) => dirname(folder)],
  ['of the cache', ({ folder }) => folder],
  ['in the cache', ({ path }) => dirname(path)],
];

for (const [name, folderOf] of PLACES) {
  test(`a folder ${name} that others can write is not trusted, and nothing is put there`, (t) => {
    const place = cacheIn(t);
    chmodSync(folderOf(place), 0o777);
    const cache = place.open();
    t.is(cache.get(KEY), undefined);
    const before = readFileSync(place.path);
    cache.put(KEY, { ...ENTRY, binary: new Uint8Array(9) });
    t.deepEqual(readFileSync(place.path), before);
    t.regex(distrust(dirname(place.path)) ?? '', new RegExp(`${folderOf(place)} is writable by others`));
  });

  (isRoot ? test : test.skip)(`another user's folder ${name} is not trusted (needs root)`, (t) => {
    const place = cacheIn(t);
    chownSync(folderOf(place), STRANGER, STRANGER);
    t.is(place.open().get(KEY), undefined);
    t.regex(distrust(dirname(place.path)) ?? '', new RegExp(`${folderOf(place)} belongs to user ${STRANGER}`));
  });
}

test('a folder with the sticky bit, like /tmp, is good enough above a cache', (t) => {
  const place = cacheIn(t);
  chmodSync(dirname(place.folder), 0o1777);
  t.deepEqual(place.open().get(KEY), ENTRY);
});

const INTRUDERS: Readonly<Record<string, (path: string) => void>> = {
  'a FIFO': (path) => void execFileSync('mkfifo', [path]),
  'a folder': (path) => mkdirSync(join(path, 'below'), { recursive: true }),
  'a socket': (path) =>
    void execFileSync(
      'python3',
      ['-c', 'import socket,sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])', basename(path)],
      {
        cwd: dirname(path),
      },
    ),
  'a symbolic link to a whole entry': (path) => {
    new FileCache(`${dirname(path)}-2`, '.entry', LIMIT).put(KEY, ENTRY);
    symlinkSync(join(`${dirname(path)}-2`, 'ab', `${KEY}.entry`), path);
  },
  'an entry that others can write': (path) => {
    new FileCache(dirname(dirname(path)), '.entry', LIMIT).put(KEY, ENTRY);
    chmodSync(path, 0o666);
  },
  'a file that is cut': (path) => writeFileSync(path, 'abc'),
  'an empty file': (path) => writeFileSync(path, ''),
  'a file that a machine has not written before it went down': (path) => writeFileSync(path, new Uint8Array(4096)),
};

for (const [name, make] of Object.entries(INTRUDERS))
  test(`${name} in the place of an entry is none, and is replaced`, (t) => {
    const { path, open } = cacheIn(t);
    rmSync(path);
    make(path);
    const cache = open();
    t.false(cache.has(KEY));
    t.is(cache.get(KEY), undefined);
    t.false(existsSync(path));
    cache.put(KEY, ENTRY);
    t.true(lstatSync(path).isFile());
    t.deepEqual(cache.get(KEY), ENTRY);
  });

test.serial('no launch waits until the disk has the entries for later runs', (t) => {
  const { fdatasyncSync, fsyncSync } = fs;
  let waits = 0;
  const wait = (): void => void waits++;
  Object.assign(fs, { fdatasyncSync: wait, fsyncSync: wait });
  syncBuiltinESMExports();
  try {
    t.deepEqual(cacheIn(t).open().get(KEY), ENTRY);
    t.is(waits, 0);
  } finally {
    Object.assign(fs, { fdatasyncSync, fsyncSync });
    syncBuiltinESMExports();
  }
});

test('an entry is written over a link, not through it', (t) => {
  const { folder, path, open } = cacheIn(t);
  const victim = join(dirname(folder), 'victim');
  writeFileSync(victim, 'precious');
  rmSync(path);
  symlinkSync(victim, path);
  open().put(KEY, ENTRY);
  t.is(readFileSync(victim, 'utf8'), 'precious');
  t.deepEqual(open().get(KEY), ENTRY);
});

test('a FIFO in the place of a folder is replaced; a cache with one can be counted and cleared', (t) => {
  const { folder, path, open } = cacheIn(t);
  rmSync(dirname(path), { recursive: true });
  execFileSync('mkfifo', [dirname(path)]);
  t.is(open().get(KEY), undefined);
  t.is(open().report().entries, 0);
  open().put(KEY, ENTRY);
  t.deepEqual(open().get(KEY), ENTRY);
  execFileSync('mkfifo', [join(folder, 'ab', 'fifo')]);
  t.is(open().report().entries, 2);
  open().clear();
  t.false(existsSync(folder));
});

test('file cache: a dropped entry is gone', (t) => {
  const { path, open } = cacheIn(t);
  open().drop(KEY);
  t.false(existsSync(path));
});

(isRoot ? test : test.skip)('others read what root keeps for them, and change nothing (needs root)', (t) => {
  const { folder, path } = cacheIn(t);
  for (const shared of [dirname(folder), folder, dirname(path)]) chmodSync(shared, 0o755);
  const module = new URL('../../src/util/file-cache.js', import.meta.url).href;
  const script = `
    process.setgid(${STRANGER}); process.setgroups([]); process.setuid(${STRANGER});
    const { FileCache } = await import(${JSON.stringify(module)});
    const cache = new FileCache(${JSON.stringify(folder)}, '.entry', ${LIMIT});
    const found = cache.get(${JSON.stringify(KEY)});
    cache.put(${JSON.stringify(KEY)}, { header: null, binary: new Uint8Array(1) });
    cache.drop(${JSON.stringify(KEY)});
    console.log(JSON.stringify(found?.header), cache.has(${JSON.stringify(KEY)}));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', cwd: '/' });
  t.is(output, '{"what":"header"} true\n');
});
