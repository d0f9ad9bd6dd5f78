// Invalid virtual trees are refused by name, and a session leaves no part of its trees behind.

import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { type TreeEntry, TreeStore } from '../../src/host/virtual-tree.js';
import { run } from '../../src/library/index.js';

const store = (entries: Record<string, TreeEntry>, prefix = '/sys/atoll-tree'): TreeStore =>
  new TreeStore([{ prefix, entries }]);

test('virtual trees: an invalid one is refused, with its name and the reason', (t) => {
  const refused = (entries: Record<string, TreeEntry>, message: RegExp, prefix?: string): void => {
    t.throws(() => store(entries, prefix), { code: 'BAD_OPTION', message });
  };
  for (const prefix of ['/', 'sys', '/sys/', '/sys//x', '/sys/../x']) refused({}, /absolute path/, prefix);
  for (const name of ['', '/etc', '../x', 'a/../..', 'a\0b']) refused({ [name]: '' }, /is not a name in it/);
  refused({ a: '', 'a/b': '' }, /a\/b occurs twice, or is a file and a folder/);
  refused({ 'a/b': '', a: '' }, /a occurs twice/);
  refused(
    { a: { link: '../outside' } },
    /atoll-tree\/a: the link leads to "\.\.\/outside", which is outside of all trees/,
  );
  refused({ a: { link: '/etc/passwd' } }, /outside of all trees/);
  const prefixes = ['/sys/one', '/sys/one/two'].map((prefix) => ({ prefix, entries: {} }));
  t.throws(() => new TreeStore(prefixes), { message: /lies in \/sys\/one/ });
});

test('a store has the files of a guest, and is removed', (t) => {
  const trees = store({ 'a/b': 'text', c: { link: '/sys/atoll-tree/a' }, d: Uint8Array.of(1, 2) });
  const place = (path: string): string => String(trees.placeOf(`/sys/atoll-tree/${path}`));
  t.deepEqual(trees.prefixes, ['/sys/atoll-tree']);
  t.is(readFileSync(place('a/b'), 'utf8'), 'text');
  t.is(readlinkSync(place('c')), 'a');
  t.is(lstatSync(place('d')).mode & 0o777, 0o444);
  trees.dispose();
  t.false(existsSync(trees.folder));
  t.is(new TreeStore([]).folder, '', 'none costs nothing');
});

test('folders on the way that the machine has not belong to the tree', (t) => {
  const trees = new TreeStore([
    { prefix: '/sys/atoll-tree/one', entries: {} },
    { prefix: '/sys/atoll-tree/two/deep', entries: {} },
    { prefix: '/tmp/atoll-no-such', entries: {} },
  ]);
  t.deepEqual([...trees.prefixes].sort(), ['/sys/atoll-tree', '/tmp/atoll-no-such']);
  trees.dispose();
});

for (const backend of ['notify', 'trace'])
  test.serial(`the library shows a program virtual files: ${backend}`, async (t) => {
    const trees = [{ prefix: '/sys/class/atoll', entries: { 'name/ä': 'hello\n', other: { link: 'name' } } }];
    const { exitCode, stdout } = await run(
      ['sh', '-c', 'cat /sys/class/atoll/other/ä; ls /sys/class/atoll; cd /; test -d sys/class/atoll/name'],
      { trees, capture: true, backend },
    );
    t.is(exitCode, 0);
    t.is(new TextDecoder().decode(stdout), 'hello\nname\nother\n');
    t.deepEqual(
      readdirSync(tmpdir()).filter((name) => name.startsWith('atoll-tree-') && name.includes(`-${process.pid}-`)),
      [],
    );
    t.false(existsSync(join('/sys/class/atoll')));
  });
