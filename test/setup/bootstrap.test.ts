// Conditions under which set-up is complete.

import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';
import { scratchFolder } from '../cli/atoll.js';

const SCRIPT = `import(${JSON.stringify(join(root, 'src/setup/bootstrap.mjs'))})
  .then(({ runtimeLibraries }) => console.log(runtimeLibraries().join(' ')))`;

// With gcc-multilib installed after a first build, the 32-bit library is missing and not just unwanted.
test('the runtime is built when it has a library for everything that the compiler builds for', (t) => {
  const compiler = join(scratchFolder(t), 'c++');
  const libraries = (script: string): string => {
    writeFileSync(compiler, `#!/bin/sh\n${script}\n`);
    chmodSync(compiler, 0o755);
    const options = { encoding: 'utf8', env: { ...process.env, CXX: compiler } } as const;
    return spawnSync(process.execPath, ['-e', SCRIPT], options).stdout.trim();
  };
  const others = ['libatoll-hsa.so', 'libatoll-hsa-heap.so', 'libatoll-hpvm.a'];
  const wide = others.map((library) => `build/runtime/x86_64/${library}`).join(' ');
  t.is(libraries('exit 0'), `build/runtime/x86_64/libOpenCL.so.1 build/runtime/i386/libOpenCL.so.1 ${wide}`);
  t.is(libraries('case "$*" in *-m32*) exit 1;; esac'), `build/runtime/x86_64/libOpenCL.so.1 ${wide}`);
});
