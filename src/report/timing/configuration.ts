// Configuration of a simulation, on a page: every parameter with its source, and the number of guesses.

import type { ReportedConfiguration } from '../../timing/config/configuration.js';
import { CONFIDENCES, eachParameter } from '../../timing/config/parameters.js';
import { parameterOf } from '../../timing/config/schema.js';
import { escapeHtml } from '../page.js';

export function configurationText({ title, groups, guesses }: ReportedConfiguration): string {
  const rows: string[] = [];
  eachParameter((group, key, { text }) => {
    const { value, confidence, source } = parameterOf({ groups }, group, key);
    rows.push(
      `<tr${confidence === 'guess' ? ' class="guess"' : ''}><td>${group}.${key}</td><td class="number">${value}</td><td>${confidence}</td><td>${escapeHtml(text)}</td><td class="dim">${escapeHtml(source)}</td></tr>`,
    );
  });
  const meanings = Object.entries(CONFIDENCES).map(([name, text]) => `${name}: ${text}`);
  return `<p>${escapeHtml(title)}. ${guesses.length} of ${rows.length} parameters are guesses: ${escapeHtml(guesses.join(', '))}.</p>
<details><summary>All parameters</summary><p class="dim">${escapeHtml(meanings.join('; '))}</p><div class="scroll" tabindex="0" role="group" aria-label="Parameters"><table class="explained"><tbody>${rows.join('\n')}</tbody></table></div></details>`;
}
