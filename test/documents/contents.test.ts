// docs/index.md is the order of the documentation: the site's sidebar is read from it, so every page stands in it once.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';

const docs = fileURLToPath(new URL('../../../docs', import.meta.url));
const { contents } = (await import(join(docs, '.vitepress', 'contents.mjs'))) as {
  contents(): { text: string; items: { text: string; file: string }[] }[];
};

const pages = () =>
  readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.md') && file !== 'index.md' && !file.startsWith('node_modules'),
  );

test('every page of docs/ is listed once in docs/index.md', (t) => {
  const listed = contents().flatMap(({ items }) => items.map(({ file }) => file));
  t.deepEqual(listed.filter((file) => !file.startsWith('../')).sort(), pages().sort());
});
