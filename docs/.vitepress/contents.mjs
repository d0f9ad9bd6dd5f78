// The order of the pages: read from docs/index.md, which readers of the repository see too.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const docs = fileURLToPath(new URL('..', import.meta.url));

/** @returns {{text: string, items: {text: string, file: string}[]}[]} the sections of docs/index.md; files relative to docs/ */
export function contents() {
  const sections = [];
  for (const line of readFileSync(join(docs, 'index.md'), 'utf8').split('\n')) {
    const heading = /^## (.+)$/.exec(line);
    const page = /^- \[([^\]]+)\]\(([^)]+\.md)\)/.exec(line);
    if (heading) sections.push({ text: heading[1], items: [] });
    else if (page) sections.at(-1).items.push({ text: page[1], file: page[2] });
  }
  return sections;
}
