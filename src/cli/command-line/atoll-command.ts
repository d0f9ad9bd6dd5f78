// The command `atoll` without its subcommands, and how a command line is executed.

import { Command } from 'commander';
import { release } from '../../util/paths.js';
import { ExitStatus } from './exit.js';
import { withImplied } from './options.js';

export function atollCommand(): Command {
  return new Command('atoll')
    .description('Run unmodified OpenCL and HIP programs on a simulated AMD GPU (Southern Islands, GCN3, Vega).')
    .version(release)
    .enablePositionalOptions()
    .showHelpAfterError('(atoll --help lists the commands)')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? ExitStatus.OK : ExitStatus.USAGE))
    .addHelpText(
      'after',
      `\nExit status: the program's own; ${ExitStatus.USAGE} invalid command line (an unknown option, a wrong value, a missing argument), ${ExitStatus.FAILED} Atoll failed, or a requested file is incomplete and the program ended with 0; ${ExitStatus.NOT_EXECUTABLE} program cannot be executed, ${ExitStatus.NOT_FOUND} program not found.`,
    );
}

/** Executes this process's command line. */
export const parse = (atoll: Command): Promise<unknown> => atoll.parseAsync(withImplied(process.argv, atoll));
