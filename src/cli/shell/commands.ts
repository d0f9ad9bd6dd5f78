// The commands and options of `atoll` as plain data, from the table that the command line itself is parsed by: manual
// page and completions derive from it.

import type { EventEmitter } from 'node:events';
import type { Command } from 'commander';
import { several } from '../command-line/repeatable-option.js';

export interface OptionText {
  /** As it is typed, `-o` and `--output`; one of them at least. */
  readonly short: string | undefined;
  readonly long: string | undefined;
  /** With its value: `-o, --output <file>`. */
  readonly flags: string;
  readonly takesValue: boolean;
  /** The name of its value: `file`. */
  readonly value: string;
  readonly choices: readonly string[];
  /** It may be given several times. */
  readonly repeats: boolean;
  readonly text: string;
  /** Its heading in the help; empty for the first ones. */
  readonly group: string;
}

export interface CommandText {
  /** Words that lead here, `bench compare`; empty for `atoll` itself. */
  readonly path: readonly string[];
  /** What follows the path: `[options] <file>`. */
  readonly usage: string;
  readonly text: string;
  readonly options: readonly OptionText[];
  /** Values that its first argument may have; empty when it is a file, or anything. */
  readonly choices: readonly string[];
  /** Which of its arguments is a program, whose own are those that follow; undefined for none. */
  readonly program: number | undefined;
  readonly commands: readonly CommandText[];
  /** Its heading in the help of `atoll`. */
  readonly group: string;
  /** What the help says at its end: examples, exit status. */
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

/** What a command prints behind its help. */
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

/** Describes a command of commander's and all below it. */
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

/** A command and all below it, outermost first. */
export const allCommands = (command: CommandText): CommandText[] => [command, ...command.commands.flatMap(allCommands)];

/** Whether the value of an option is a file, a folder or a device file. */
export const isPath = ({ value }: OptionText): boolean => /^(file|folder|path|executable|node)/.test(value);
