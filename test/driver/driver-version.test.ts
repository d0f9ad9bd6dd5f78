// The part of CL_DRIVER_VERSION that programs key their caches of binaries with: other tools, other digits.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { FrontEnd } from '../../src/compiler/front-end.js';
import { scratchFolder } from '../cli/atoll.js';

test('the identity of the front end changes with the compiler and with its library, and with nothing else', (t) => {
  const folder = scratchFolder(t);
  const [clang, other] = ['clang-a', 'clang-b'].map((name) => join(folder, name)) as [string, string];
  for (const path of [clang, other]) writeFileSync(path, '#!/bin/sh\n', { mode: 0o755 });
  const libclc = join(folder, 'clc', 'tahiti-amdgcn--.bc');
  mkdirSync(join(folder, 'clc'));
  writeFileSync(libclc, 'BC');
  const identity = (path: string): string =>
    new FrontEnd({ clang: path, libclcFolders: [join(folder, 'clc')], cacheDir: join(folder, 'cache') }).identity();
  const first = identity(clang);
  t.regex(first, /^[0-9a-f]{8}$/);
  t.is(identity(clang), first);
  t.not(identity(other), first);
  appendFileSync(libclc, 'more');
  const second = identity(clang);
  t.not(second, first);
  appendFileSync(clang, '# another one\n');
  t.not(identity(clang), second);
  t.regex(identity(join(folder, 'absent')), /^[0-9a-f]{8}$/, 'also where there is no compiler');
});
