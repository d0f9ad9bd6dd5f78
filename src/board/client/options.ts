// Build options in the words that every OpenCL compiler knows.

import { isAbsolute, resolve } from 'node:path';
import { OPTION_TABLE } from '../../compiler/request/option-table.js';
import { splitOptions } from '../../compiler/request/options.js';
import { required } from '../../util/required.js';

/** Settings of our front end that others have, too. What is a warning is another compiler's own business. */
const KEPT = ['define', 'include', 'optimisation', 'noWarnings'];

const quoted = (word: string): string => (/[\s"]/.test(word) ? `"${word.replaceAll('"', '\\"')}"` : word);

/** @param folder of the program: folders of headers may be relative to it */
export function boardOptions(options: string, folder: string): string {
  const words = splitOptions(options) ?? [];
  const remaining: string[] = [];
  for (let n = 0; n < words.length; n++) {
    const word = required(words[n], 'word of the option');
    const row = OPTION_TABLE.find(({ pattern }) => pattern.test(word));
    if (!row) continue;
    const inWord = row.pattern.exec(word)?.groups?.['value'] ?? '';
    const value = row.takesWord && inWord === '' ? (words[++n] ?? '') : inWord;
    const { effect } = row;
    if (effect.kind === 'clang') remaining.push(...effect.args.filter((each) => each.startsWith('-cl-')));
    if (effect.kind === 'clang' && effect.args.length === 0 && row.origin === 'standard') remaining.push(word);
    if (effect.kind !== 'setting' || !KEPT.includes(effect.name)) continue;
    if (effect.name === 'define') remaining.push(`-D${value}`);
    else if (effect.name === 'include') remaining.push(`-I${isAbsolute(value) ? value : resolve(folder, value)}`);
    else if (row.origin === 'standard') remaining.push(word);
  }
  return remaining.map(quoted).join(' ');
}
