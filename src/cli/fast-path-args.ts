// The command line of most runs, whose options each stand for themselves: understood without the parser of command
// lines, which takes 3 ms to be loaded. What is not as plain as that the parser gets.

import { flagOf, type OptionSpec, RUN_OPTIONS } from '../config/config.js';

export interface FastPathRun {
  /** The program and its arguments. */
  readonly argv: readonly string[];
  /** What was given, by key. */
  readonly flags: Readonly<Record<string, unknown>>;
}

interface OptionEntry {
  readonly key: string;
  readonly spec: OptionSpec;
}

/** Options by how they are written; those that are on unless they are refused are written with `no`. */
function optionsByWord(): Map<string, OptionEntry> {
  const found = new Map<string, OptionEntry>();
  for (const [key, spec] of Object.entries<OptionSpec>(RUN_OPTIONS)) {
    const off = spec.kind === 'flag' && spec.default === true;
    found.set(`--${off ? 'no-' : ''}${flagOf(key)}`, { key, spec });
    if (spec.short !== undefined) found.set(`-${spec.short}`, { key, spec });
  }
  return found;
}

/** What an option says: by itself, behind `=`, or in the word behind it; undefined where that is not plain. */
function saidBy({ kind, default: preset, implied }: OptionSpec, own: string | undefined, next: string | undefined) {
  if (kind === 'flag') return own === undefined ? { value: preset !== true, words: 1 } : undefined;
  if (own !== undefined) return own === '' ? undefined : { value: own, words: 1 };
  if (implied !== undefined) return { value: implied, words: 1 };
  return next === undefined || next === '' || next.startsWith('-') ? undefined : { value: next, words: 2 };
}

/**
 * The program, its arguments and the options of `atoll run`; undefined where the parser has to look.
 * @param words what stands behind `run`
 */
export function plainRun(words: readonly string[]): FastPathRun | undefined {
  const flags: Record<string, unknown> = {};
  let options: Map<string, OptionEntry> | undefined;
  let at = 0;
  while (words[at]?.startsWith('-') && words[at] !== '--') {
    const [, name = '', own] = /^([^=]*)(?:=(.*))?$/s.exec(words[at]!)!;
    options ??= optionsByWord();
    const known = options.get(name);
    const said = known && saidBy(known.spec, own, words[at + 1]);
    if (!said) return undefined;
    flags[known.key] = said.value;
    at += said.words;
  }
  const argv = words.slice(words[at] === '--' ? at + 1 : at);
  return argv.length === 0 ? undefined : { argv, flags };
}
