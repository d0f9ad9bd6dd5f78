// The command `atoll` without its subcommands, and how a command line is executed.

import { Command } from 'commander';
import { describeError } from '../util/errors.js';
import { release } from '../util/paths.js';
import { ExitStatus, statusOf } from './exit.js';
import { withImplied } from './options.js';
import { writeError } from './output.js';

export function atollCommand(): Command {
  return new Command('atoll')
    .description('Run unmodified OpenCL programs under simulation of an AMD Southern Islands GPU.')
    .version(release)
    .enablePositionalOptions()
    .showHelpAfterError('(atoll --help lists the commands)')
    .addHelpText(
      'after',
      `\nExit status: the program's own; ${ExitStatus.FAILED} Atoll failed, ${ExitStatus.NOT_EXECUTABLE} program cannot be executed, ${ExitStatus.NOT_FOUND} program not found.`,
    );
}

/** Executes this process's command line; an error becomes its text and an exit status. */
export async function execute(atoll: Command): Promise<void> {
  try {
    await atoll.parseAsync(withImplied(process.argv, atoll));
  } catch (error) {
    writeError(`atoll: ${describeError(error)}\n`);
    process.exitCode = statusOf(error);
  }
}
