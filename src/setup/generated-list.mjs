// Lists in TypeScript that are generated from the names in a folder, before TypeScript is compiled.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** A name of a file or folder as one of a variable. */
export const identifier = (name) => name.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());

/** A name as the key of an object. */
export const propertyKey = (name) => (/^\w+$/.test(name) ? name : `'${name}'`);

const WIDTH = 120;

/** An array as the formatter writes it. */
function arrayText(head, values) {
  const line = `${head}[${values.join(', ')}];`;
  return line.length <= WIDTH ? [line] : [`${head}[`, ...values.map((name) => `  ${name},`), '];'];
}

/** The text of a list: a constant with the values, of a type from a file. */
export const listText = ({ folder, type, constant, from, imports, values }) =>
  [
    `// Generated from the files of ${folder} by \`npm run build\`. Do not edit.`,
    '',
    `import type { ${type} } from '${from}';`,
    ...imports,
    '',
    ...arrayText(`export const ${constant}: readonly ${type}[] = `, values),
    '',
  ].join('\n');

/** Unchanged files are not written. */
export function writeIfChanged(path, text) {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}
