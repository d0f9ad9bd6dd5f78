// Writes src/chips/records.ts, the list of the records in src/chips/records: a new file there is a new chip.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { identifier, listText, writeIfChanged } from './generated-list.mjs';
import { root } from './steps.mjs';

const FOLDER = 'src/chips/records';

/** Before TypeScript is compiled. */
export function listChips() {
  const ids = readdirSync(join(root, FOLDER))
    .filter((file) => /^[a-z][a-z0-9-]*\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
  const text = listText({
    folder: FOLDER,
    type: 'Chip',
    constant: 'RECORDS',
    from: './chip.js',
    imports: ids.map((id) => `import { chip as ${identifier(id)} } from './records/${id}.js';`),
    values: ids.map(identifier),
  });
  writeIfChanged(join(root, 'src', 'chips', 'records.ts'), text);
}
