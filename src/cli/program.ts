// The command line: all commands, or the one that is asked for alone, which spares a run the others.

import type { Command } from 'commander';
import { atollCommand, parse } from './command-line/atoll-command.js';
import { checkExactness } from './command-line/byte-options.js';
import { COMMANDS } from './commands.js';

/** @param name of the only command to define; all are where there is none of this name */
export async function program(name?: string): Promise<Command> {
  const atoll = atollCommand();
  atoll.hook('preAction', (_, command) => checkExactness(command));
  const asked = name !== undefined && Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]!] : Object.values(COMMANDS);
  for (const load of asked) (await load())(atoll, () => program());
  return atoll;
}

/** Executes this process's command line. */
export const execute = async (): Promise<unknown> => parse(await program(process.argv[2]));
