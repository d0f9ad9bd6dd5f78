// The lists of test files by what they take: npm test begins with the longest, npm run test:unit has none of these.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';

const load = async (file: string): Promise<unknown> => import(join(root, file));

test('files that start first, and those that are left out of the unit tier, exist', async (t) => {
  const { FIRST_FILES, default: config } = (await load('ava.config.mjs')) as {
    readonly FIRST_FILES: readonly string[];
    readonly default: { readonly sortTestFiles: (one: string, other: string) => number };
  };
  const { EXHAUSTIVE_FILES, unitTests } = (await load('src/setup/unit-tests.mjs')) as {
    readonly EXHAUSTIVE_FILES: readonly string[];
    readonly unitTests: () => readonly string[];
  };
  const listed = [...FIRST_FILES, ...EXHAUSTIVE_FILES];
  t.deepEqual(
    listed.filter((file) => !existsSync(join(root, file))),
    [],
  );
  const files = ['dist/test/abi/a.test.js', FIRST_FILES[1]!, 'dist/test/zoo/z.test.js', FIRST_FILES[0]!];
  const sorted = files.map((file) => join(root, file)).sort(config.sortTestFiles);
  t.deepEqual(
    sorted,
    [files[3], files[1], files[0], files[2]].map((file) => join(root, file!)),
  );
  const unit = unitTests();
  t.true(unit.includes('dist/test/util/expand.test.js'));
  t.false(unit.some((file) => EXHAUSTIVE_FILES.includes(file.replace(/^dist\/(.*)js$/, '$1ts'))));
});
