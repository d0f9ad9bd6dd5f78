// `atoll run` with options: the command line goes through the parser.

import { atollCommand, parse } from './command-line/atoll-command.js';
import { runCommand } from './commands/run/guest-commands.js';

/** Understands this process's command line and does what it says. */
export function parseRun(action: Parameters<typeof runCommand>[1]): Promise<unknown> {
  const atoll = atollCommand();
  runCommand(atoll, action);
  return parse(atoll);
}
