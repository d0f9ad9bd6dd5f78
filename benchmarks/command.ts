// The command line of a benchmark: options, usage, and the exit status of one that could not be measured.

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ExitStatus, statusOf } from '../src/cli/command-line/exit.js';
import { byOwnNode } from './own-node.js';

type Options = NonNullable<ParseArgsConfig['options']>;
type ParsedCommand<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

export type OptionValues<O extends Options> = ParsedCommand<O>['values'];

export interface Command<O extends Options> {
  readonly usage: string;
  readonly options: O;
  /** Takes names beside options. */
  readonly positionals?: true;
  /** Exit status after an exception (default: 125, 64 for a wrong command line). */
  readonly failed?: number;
  /** @returns the exit status, if that is to be another one than it is; a promise of it */
  readonly run: (values: OptionValues<O>, positionals: readonly string[]) => unknown;
}

/** Runs it with the arguments of this process; `--help` prints the usage, and so does an error. */
export async function runCommand<const O extends Options>(command: Command<O>): Promise<void> {
  byOwnNode();
  const { usage, options, positionals: takesNames = false, failed = ExitStatus.FAILED, run } = command;
  const wrongUsage = command.failed ?? ExitStatus.USAGE;
  try {
    const all: Options = { ...options, help: { type: 'boolean' } };
    const { values, positionals } = parseArgs({ options: all, allowPositionals: takesNames });
    if (values['help'] === true) return console.log(usage);
    // `help` is one key more than the benchmark has.
    const status: unknown = await run(values as OptionValues<O>, positionals);
    if (typeof status === 'number') process.exitCode = status;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
    process.exitCode = isUsageError(error) ? wrongUsage : failed;
  }
}

/** True if the command line is wrong: an unknown option, or a wrong value. */
const isUsageError = (error: unknown): boolean =>
  statusOf(error) === ExitStatus.USAGE ||
  String((error as NodeJS.ErrnoException | undefined)?.code).startsWith('ERR_PARSE_ARGS');

/** The value of an option that counts something. @throws Error */
export function countOf(option: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${option} takes a whole number above 0, not '${text}'`);
}
