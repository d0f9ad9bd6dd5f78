// The export `define` of the module command.ts of each command.

import type { Command } from 'commander';

/** Adds a command to `atoll`. @param all gives the command line with all commands */
export type CommandDefinition = (atoll: Command, all: () => Promise<Command>) => void;
