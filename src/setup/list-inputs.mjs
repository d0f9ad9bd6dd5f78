// Writes src/compiler/inputs.ts, the list of the folders in src/compiler/inputs: a new folder with a language.ts there
// is a new input language.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { identifier, listText, writeIfChanged } from './generated-list.mjs';
import { root } from './steps.mjs';

const FOLDER = 'src/compiler/inputs';

/** Before TypeScript is compiled. */
export function listInputs() {
  const names = readdirSync(join(root, FOLDER))
    .filter((name) => existsSync(join(root, FOLDER, name, 'language.ts')))
    .sort();
  const text = listText({
    folder: FOLDER,
    type: 'InputLanguage',
    constant: 'INPUT_LANGUAGES',
    from: './input-language.js',
    imports: names.map((name) => `import { language as ${identifier(name)} } from './inputs/${name}/language.js';`),
    values: names.map(identifier),
  });
  writeIfChanged(join(root, 'src', 'compiler', 'inputs.ts'), text);
}
