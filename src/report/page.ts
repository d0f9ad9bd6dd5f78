// Parts of pages that open anywhere: texts that are safe in HTML, and code in the page itself.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { moduleUrl } from '../util/paths.js';

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** Texts of several lines as a list. @param none text of an empty list */
export const textList = (texts: readonly string[], none: string): string =>
  texts.length === 0
    ? `<p>${escapeHtml(none)}</p>`
    : `<ul>${texts.map((text) => `<li><pre>${escapeHtml(text)}</pre></li>`).join('\n')}</ul>`;

/** JSON inside a script element must not end it. */
export const embed = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Code for a script element: a module of src/browser and its imports, as `npm run build` bundles them. */
export const browserCode = (module: string): string => readFileSync(moduleUrl(`browser/${module}.js`), 'utf8');

/** The text of Chart.js, for a script element. */
export function chartLibrary(): string {
  const entry = createRequire(import.meta.url).resolve('chart.js');
  const text = readFileSync(join(dirname(entry), 'chart.umd.min.js'), 'utf8');
  // Without the reference to a source map, which no reader has.
  return text.replaceAll('</script', '<\\/script').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
}
