// A folder is removed while others write there; one that cannot be is an error.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { clearFolder } from '../../src/util/clear-folder.js';
import { AtollError } from '../../src/util/errors.js';
import { scratchFolder } from '../cli/atoll.js';

test('clear folder: files that appear meanwhile are removed, too', (t) => {
  const folder = join(scratchFolder(t), 'cache');
  let writers = 3;
  clearFolder(folder, (path) => {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, `entry ${writers}`), 'x');
    // As rm does that has listed the folder before the entry came.
    if (writers-- > 0) throw Object.assign(new Error('directory not empty'), { code: 'ENOTEMPTY' });
    rmSync(path, { recursive: true });
  });
  t.is(writers, -1);
  t.false(existsSync(folder));
  clearFolder(folder);
});

test('a folder that cannot be removed is named', (t) => {
  const fails = (code: string) => (): never => {
    throw Object.assign(new Error(`${code}: no`), { code });
  };
  for (const code of ['EACCES', 'ENOTEMPTY']) {
    const error = t.throws(() => clearFolder('/x/cache', fails(code)), { instanceOf: AtollError });
    t.is(error.code, 'HOST');
    t.regex(error.message, new RegExp(`/x/cache cannot be removed: ${code}`));
  }
});
