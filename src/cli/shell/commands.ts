// The commands and options of `atoll` as plain data, from the definitions that also parse the command line. Manual page
// and completions derive from it.

import type { EventEmitter } from 'node:events';
import type { Command } from 'commander';
import { several } from '../command-line/repeatable-option.js';

export interface OptionText {
  /** As typed, `-o` and `--output`; at least one of them. */
  readonly short: string | undefined;
  readonly long: string | undefined;
  /** With its value: `-o, --output <file>`. */
  readonly flags: string;
  readonly takesValue: boolean;
  /** The name of its value: `file`. */
  readonly value: string;
  readonly choices: readonly string[];
  /** Repeatable. */
  readonly repeats: boolean;
  readonly text: string;
  /** Its heading in the help; empty for the first ones. */
  readonly group: string;
}

export interface CommandText {
  /** Words of the command, `bench compare`; empty for `atoll` itself. */
  readonly path: readonly string[];
  /** Usage after the path: `[options] <file>`. */
  readonly usage: string;
  readonly text: string;
  readonly options: readonly OptionText[];
  /** Valid values of the first argument; empty for a file or any text. */
  readonly choices: readonly string[];
  /** Index of the argument that is a program, followed by that program's arguments; undefined for none. */
  readonly program: number | undefined;
  readonly commands: readonly CommandText[];
  /** Its heading in the help of `atoll`. */
  readonly group: string;
  /** End of the help: examples, exit status. */
  readonly notes: string;
}

function optionText(option: Command['options'][number]): OptionText {
  return {
    short: option.short,
    long: option.long,
    flags: option.flags,
    takesValue: option.required || option.optional,
    value: /[<[]([^>\]]*)[>\]]/.exec(option.flags)?.[1] ?? '',
    choices: option.argChoices ?? [],
    repeats: option.parseArg === several,
    text: option.description,
    group: option.helpGroupHeading ?? '',
  };
}

/** The text after the help of a command. */
function notesOf(command: Command): string {
  let notes = '';
  const write = (text: string): void => {
    notes += text;
  };
  (command as Command & EventEmitter).emit('afterHelp', { error: false, command, write });
  return notes.trim();
}

function programOf({ registeredArguments }: Command): number | undefined {
  const at = registeredArguments.findIndex((argument) => argument.name() === 'program');
  return at < 0 ? undefined : at;
}

/** Describes a command of commander and its subcommands. */
export function describeCommand(command: Command, path: readonly string[] = []): CommandText {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((each) => each.name() !== 'help');
  return {
    path,
    usage: command.usage(),
    text: command.description(),
    options: help.visibleOptions(command).map(optionText),
    choices: command.registeredArguments[0]?.argChoices ?? [],
    program: programOf(command),
    commands: commands.map((each) => describeCommand(each, [...path, each.name()])),
    notes: notesOf(command),
    group: command.helpGroup(),
  };
}

/** A command and its subcommands, outermost first. */
export const allCommands = (command: CommandText): CommandText[] => [command, ...command.commands.flatMap(allCommands)];

/** True if the value of an option is a file, a folder or a device file. */
export const isPath = ({ value }: OptionText): boolean => /^(file|folder|path|executable|node)/.test(value);
