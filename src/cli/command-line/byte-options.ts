// Rejects options and variables that are not UTF-8: Node replaces their bytes by U+FFFD, which would name another file.
// Arguments of the guest are passed on byte by byte (host/byte-strings.ts).

import type { Command } from 'commander';
import { exactArguments, exactEnvironment } from '../../host/byte-strings.js';
import { AtollError } from '../../util/errors.js';

const REPLACEMENT = '\ufffd';
const OWN = /^ATOLL_/;

/** Variables of Atoll, and the one that determines the cache folder. */
function ownVariables(): string[] {
  const place = ['ATOLL_CACHE_DIR', 'XDG_CACHE_HOME', 'HOME'].find((name) => process.env[name]);
  return Object.keys(process.env).filter((name) => OWN.test(name) || name === place);
}

const isSuspect = (text: unknown): text is string => typeof text === 'string' && text.includes(REPLACEMENT);

const refuse = (what: string, hint = 'use a UTF-8 path'): never => {
  throw new AtollError('BAD_OPTION', `${what} is not UTF-8, so it would denote another file`, hint);
};

/** Words of the command line whose bytes differ from Node's strings. */
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

/** Options and arguments of the command itself, without those of the program that it starts. */
function* valuesOf(command: Command): Generator<readonly [name: string, value: unknown]> {
  for (const [key, value] of Object.entries(command.opts())) yield [`the value of option ${key}`, value];
  const program = command.registeredArguments.findIndex((argument) => argument.name() === 'program');
  const own = program < 0 ? command.args : command.args.slice(0, program);
  for (const value of own) yield ['an argument', value];
}

/** @throws AtollError BAD_OPTION with the name of the option, argument or variable that is not UTF-8 */
export function checkExactness(command: Command): void {
  if (![...process.argv, ...Object.values(process.env)].some(isSuspect)) return;
  checkVariables();
  const changed = changedWords();
  for (const [name, value] of changed.length > 0 ? valuesOf(command) : [])
    for (const text of [value].flat()) if (isSuspect(text) && changed.some((word) => word.endsWith(text))) refuse(name);
}
