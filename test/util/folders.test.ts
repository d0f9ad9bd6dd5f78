// Folders are made with those above them, or an error has the reason.

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { makeFolders } from '../../src/util/folders.js';

test('folders: missing ones are made, existing ones stay', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-test-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  for (let round = 0; round < 2; round++) makeFolders(join(folder, 'a', 'b'));
  t.true(statSync(join(folder, 'a', 'b')).isDirectory());
  writeFileSync(join(folder, 'file'), '');
  t.throws(() => makeFolders(join(folder, 'file')), { code: 'EEXIST' });
  t.throws(() => makeFolders(join(folder, 'file', 'below')), { code: 'ENOTDIR' });
});

test('folders: a parent that the kernel denies is an error, not a search without end', (t) => {
  t.throws(() => makeFolders('/proc/no/such'), { code: 'ENOENT' });
});
