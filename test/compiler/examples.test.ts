// Kernels that exercise the front end: ours in test/compiler/kernels, the benchmarks', and those of a shared folder
// where there is one (ATOLL_SHARED, or `../shared` beside the project).

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import test from 'ava';
import { readCalImage } from '../../src/cal/reader.js';
import { PROJECT_ROOT } from '../../src/compiler/project.js';
import { build } from './setup.js';

const OWN = join(PROJECT_ROOT, 'test', 'compiler', 'kernels');
const BENCHMARKS = join(PROJECT_ROOT, 'benchmarks');
const SHARED = resolve(process.env['ATOLL_SHARED'] ?? join(PROJECT_ROOT, '..', 'shared'), 'examples', 'kernels');

/** Files that must not build, with text of their log. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  '18b_recur.cl': /recursion is not allowed in OpenCL C: fact/,
  '20b_cl20simple.cl': /program scope variable must reside in constant address space/,
  '23_err.cl': /undeclared_fn/,
};

/** With the default compiler the benchmarks' own tests build and run these. */
const withBenchmarks = process.env['ATOLL_CLANG'] !== undefined || process.env['ATOLL_LONG'] !== undefined;

const benchmarks = readdirSync(BENCHMARKS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => join(BENCHMARKS, entry.name));
const groupOf = (path: string): string =>
  path.startsWith(OWN) ? 'own' : path.startsWith(BENCHMARKS) ? 'benchmark' : 'shared';

const files = [OWN, SHARED, ...(withBenchmarks ? benchmarks : [])]
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => path.endsWith('.cl'));

for (const path of files) {
  const name = path.split('/').at(-1)!;
  test(`${groupOf(path)} ${name}`, async (t) => {
    const result = await build(readFileSync(path, 'utf8'), '-DK=2.0f');
    const refusal = REFUSED[name];
    if (refusal) {
      t.is(result.status, 'failure');
      t.regex(result.log, refusal);
      return;
    }
    t.is(result.status, 'success', result.log);
    for (const kernel of readCalImage(result.binary!).kernels) {
      t.is(kernel.convention, 'llvm');
      t.true(kernel.textSize > 0 && kernel.textSize % 4 === 0);
      t.true([0, 2].includes((kernel.rsrc2 >>> 1) & 31), `${kernel.name}: user registers`);
      t.is(kernel.floatMode, 0xc0);
    }
  });
}
