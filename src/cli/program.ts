// The command line: all commands, or only the one in use, so that a run does not load the others.

import type { Command } from 'commander';
import { required } from '../util/required.js';
import { atollCommand, parse } from './command-line/atoll-command.js';
import { checkExactness } from './command-line/byte-options.js';
import { CommandGroup } from './command-line/command-group.js';
import { COMMANDS } from './commands.js';

const GROUPS: readonly string[] = Object.values(CommandGroup);

/** The order of the help, and of what derives from it: by group, and by name. */
function sortByGroup(atoll: Command): void {
  const commands = atoll.commands as Command[];
  commands.sort((one, other) => GROUPS.indexOf(one.helpGroup()) - GROUPS.indexOf(other.helpGroup()));
}

/** @param name of the only command to define; without a command of this name all are defined */
export async function program(name?: string): Promise<Command> {
  const atoll = atollCommand();
  atoll.hook('preAction', (_, command) => checkExactness(command));
  const selected =
    name !== undefined && Object.hasOwn(COMMANDS, name)
      ? [required(COMMANDS[name], 'command')]
      : Object.values(COMMANDS);
  for (const load of selected) (await load())(atoll, () => program());
  sortByGroup(atoll);
  return atoll;
}

/** Executes this process's command line. */
export const execute = async (): Promise<unknown> => parse(await program(process.argv[2]));
