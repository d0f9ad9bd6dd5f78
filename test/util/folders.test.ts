// Folders are made with those above them, or an error says why not.

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { makeFolders } from '../../src/util/folders.js';

test('what is missing is made, what is there stays', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-test-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  for (let round = 0; round < 2; round++) makeFolders(join(folder, 'a', 'b'));
  t.true(statSync(join(folder, 'a', 'b')).isDirectory());
  writeFileSync(join(folder, 'file'), '');
  t.throws(() => makeFolders(join(folder, 'file')), { code: 'EEXIST' });
  t.throws(() => makeFolders(join(folder, 'file', 'below')), { code: 'ENOTDIR' });
});

test('where the kernel denies that a parent exists there is an error, not a search without end', (t) => {
  t.throws(() => makeFolders('/proc/no/such'), { code: 'ENOENT' });
});
