// Writes the lists of instruments from the folders of src/instruments: a new folder there is a new instrument.
//
// `options.ts` of a folder exports `options` and `selectedBy`, the option that selects it; `collect.ts` is its end in
// the main thread, `worker.ts` that in the processor thread.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { identifier, propertyKey, writeIfChanged } from './generated-list.mjs';
import { root } from './steps.mjs';

const FOLDER = join(root, 'src', 'instruments');
const HEADER = ['// Generated from the folders of src/instruments by `npm run build`. Do not edit.', ''];

const foldersWith = (file) =>
  readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(FOLDER, entry.name, file)))
    .map(({ name }) => name)
    .sort();

const optionsText = (names) => [
  ...HEADER,
  ...names.map((name) => `import { options as ${identifier(name)} } from './${name}/options.js';`),
  '',
  'export const INSTRUMENT_OPTIONS = {',
  ...names.map((name) => `  ...${identifier(name)},`),
  '};',
];

const specifierOf = (line) => /'(.*)'/.exec(line)[1];
/** Import lines in the order of the formatter. */
const sorted = (lines) => lines.toSorted((a, b) => (specifierOf(a) < specifierOf(b) ? -1 : 1));

const collectorsText = (names) => [
  ...HEADER,
  ...sorted([
    ...names.map((name) => `import * as ${identifier(name)} from './${name}/options.js';`),
    "import type { InstrumentRow } from './instrument-row.js';",
  ]),
  '',
  'export const COLLECTORS: readonly InstrumentRow[] = [',
  ...names.map((name) => `  { ...${identifier(name)}, load: () => import('./${name}/collect.js') },`),
  '];',
];

const workersText = (names) => [
  ...HEADER,
  "import type { InstrumentModule } from './instrument.js';",
  '',
  'export const WORKERS: Readonly<Record<string, () => Promise<InstrumentModule>>> = {',
  ...names.map((name) => `  ${propertyKey(name)}: () => import('./${name}/worker.js'),`),
  '};',
];

const write = (file, lines) => writeIfChanged(join(FOLDER, file), `${lines.join('\n')}\n`);

/** Before TypeScript is compiled. */
export function listInstruments() {
  const selectable = foldersWith('options.ts');
  write('options.ts', optionsText(selectable));
  write('collectors.ts', collectorsText(selectable));
  write('worker-modules.ts', workersText(foldersWith('worker.ts')));
}
