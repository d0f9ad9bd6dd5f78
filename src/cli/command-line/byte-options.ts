// Options and variables that are no UTF-8: Node has U+FFFD in their place, which would name another file. A program's
// own arguments reach it as they are (host/byte-strings.ts); of ours nothing would be where it is looked for.

import type { Command } from 'commander';
import { exactArguments, exactEnvironment } from '../../host/byte-strings.js';
import { AtollError } from '../../util/errors.js';

const REPLACEMENT = '\ufffd';
const OWN = /^ATOLL_/;

/** Variables of ours, and the one that names where the cache is. */
function ownVariables(): string[] {
  const place = ['ATOLL_CACHE_DIR', 'XDG_CACHE_HOME', 'HOME'].find((name) => process.env[name]);
  return Object.keys(process.env).filter((name) => OWN.test(name) || name === place);
}

const isSuspect = (text: unknown): text is string => typeof text === 'string' && text.includes(REPLACEMENT);

const refuse = (what: string, hint = 'use a path that is UTF-8'): never => {
  throw new AtollError('BAD_OPTION', `${what} is not UTF-8: it would name another file`, hint);
};

/** Words of the command line that have other bytes than Node says. */
function changedWords(): string[] {
  const words = process.argv.slice(2);
  const exact = exactArguments(words);
  return words.filter((word, n) => exact[n] !== word);
}

function checkVariables(): void {
  const exact = exactEnvironment(process.env);
  for (const name of ownVariables())
    if (isSuspect(process.env[name]) && exact[name] !== process.env[name])
      refuse(`the variable ${name}`, name === 'HOME' ? 'name a folder for the cache with ATOLL_CACHE_DIR' : undefined);
}

/** What a command takes itself: the words of a program that it starts are that program's. */
function* valuesOf(command: Command): Generator<readonly [name: string, value: unknown]> {
  for (const [key, value] of Object.entries(command.opts())) yield [`the value of option ${key}`, value];
  const program = command.registeredArguments.findIndex((argument) => argument.name() === 'program');
  const own = program < 0 ? command.args : command.args.slice(0, program);
  for (const value of own) yield ['an argument', value];
}

/** @throws AtollError BAD_OPTION naming what is not UTF-8 */
export function checkExactness(command: Command): void {
  if (![...process.argv, ...Object.values(process.env)].some(isSuspect)) return;
  checkVariables();
  const changed = changedWords();
  for (const [name, value] of changed.length > 0 ? valuesOf(command) : [])
    for (const text of [value].flat()) if (isSuspect(text) && changed.some((word) => word.endsWith(text))) refuse(name);
}
