#!/usr/bin/env node
// The command `atoll`: names the commands, loads the one that is asked for, and turns errors into exit statuses.

import { Command } from 'commander';
import { release } from '../paths.js';
import { describeError } from '../util/errors.js';
import { ExitStatus, statusOf } from './exit.js';
import { runOptions } from './options.js';
import { writeError } from './output.js';

function program(): Command {
  const atoll = new Command('atoll')
    .description('Run unmodified OpenCL programs under simulation of an AMD Southern Islands GPU.')
    .version(release)
    .enablePositionalOptions()
    .showHelpAfterError('(atoll --help lists the commands)')
    .addHelpText(
      'after',
      `\nExit status: the program's own; ${ExitStatus.FAILED} Atoll failed, ${ExitStatus.NOT_EXECUTABLE} program cannot be executed, ${ExitStatus.NOT_FOUND} program not found.`,
    );

  runOptions(atoll.command('run'))
    .description('run a program; what follows -- is the program and its arguments')
    .passThroughOptions()
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText('after', '\nExample: atoll run --summary -- ./MatrixMultiplication -verify')
    .action(async (file: string, rest: string[], flags: Record<string, unknown>) =>
      (await import('./run.js')).run([file, ...rest], flags),
    );

  atoll
    .command('doctor')
    .description('check what Atoll needs on this machine, and print the fix for what is missing')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean }) => (await import('./doctor.js')).doctor(flags));

  runOptions(atoll.command('config'))
    .description('print the options that would apply, and where each comes from')
    .option('--json', 'print JSON')
    .action(async (flags: Record<string, unknown>) => (await import('./config.js')).config(flags));

  return atoll;
}

try {
  const status: unknown = await program().parseAsync();
  void status;
} catch (error) {
  writeError(`atoll: ${describeError(error)}\n`);
  process.exitCode = statusOf(error);
}
