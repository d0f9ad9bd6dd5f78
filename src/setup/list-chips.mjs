// Writes src/chips/records.ts, the list of the records in src/chips/records: a new file there is a new chip.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.mjs';

const FOLDER = join(root, 'src', 'chips', 'records');
const LIST = join(root, 'src', 'chips', 'records.ts');

const identifier = (id) => id.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());

function listText() {
  const ids = readdirSync(FOLDER)
    .filter((file) => /^[a-z][a-z0-9-]*\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
  const all = ids.map(identifier);
  return [
    '// Generated from the files of src/chips/records by `npm run build`. Do not edit.',
    '',
    "import type { Chip } from './chip.js';",
    ...ids.map((id) => `import { chip as ${identifier(id)} } from './records/${id}.js';`),
    '',
    'export const RECORDS: readonly Chip[] = [',
    ...all.map((name) => `  ${name},`),
    '];',
    '',
  ].join('\n');
}

/** Before TypeScript is compiled. */
export function listChips() {
  const text = listText();
  if (!existsSync(LIST) || readFileSync(LIST, 'utf8') !== text) writeFileSync(LIST, text);
}
