// The code on which builds depend: every module that the front end or the finalizer imports is in the key of caches.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import { CODE_FOLDERS } from '../../src/compiler/own-sources.js';
import { CODE_FOLDER } from '../../src/compiler/project.js';

const IMPORTS = /(?:^(?:import|export) [^;]*? from |import\()'(\.[^']+)'/gm;

/** Files that a module imports, directly or not, with itself. */
function reachableFrom(path: string): ReadonlySet<string> {
  const reached = new Set([path]);
  for (const file of reached)
    for (const [, target] of readFileSync(file, 'utf8').matchAll(IMPORTS)) reached.add(join(dirname(file), target!));
  return reached;
}

for (const entry of ['compiler/front-end.js', 'compiler/finalize.js'])
  test(`every module that ${entry} imports is in the hash of the code`, (t) => {
    const reached = reachableFrom(join(CODE_FOLDER, entry));
    const isHashed = (file: string): boolean => CODE_FOLDERS.some((folder) => file.startsWith(`${folder}/`));
    t.deepEqual(
      [...reached].filter((file) => !isHashed(file)),
      [],
    );
    t.true(reached.size > 80);
  });
