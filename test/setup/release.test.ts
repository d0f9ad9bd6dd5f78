// The version of a release stands in four files; they agree.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };

test('package-lock.json has the name and version of package.json', (t) => {
  const lock = JSON.parse(read('package-lock.json')) as { name: string; version: string };
  t.deepEqual([lock.name, lock.version], [name, version]);
});

test('CITATION.cff has the version of package.json', (t) => {
  t.is(/^version: (.*)$/m.exec(read('CITATION.cff'))?.[1], version);
});

test("README's packages are those that npm run package makes", (t) => {
  const readme = read('README.md');
  t.true(readme.includes(`build/package/${name}-${version}.tgz`));
  t.true(readme.includes(`build/package/atoll_${version}_amd64.deb`));
});

test('the newest version of the changelog is that of package.json, and dates do not increase', (t) => {
  const releases = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)$/gm)];
  t.is(releases[0]?.[1], version);
  const dates = releases.map(([, , date]) => date);
  t.deepEqual(dates, [...dates].sort().reverse());
});
