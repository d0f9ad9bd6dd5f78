// The arguments and options of `atoll run`.

import type { Command } from 'commander';
import { runOptions } from './options.js';

type Action = (argv: readonly string[], flags: Readonly<Record<string, unknown>>) => Promise<void>;

export function runCommand(atoll: Command, action: Action): void {
  runOptions(atoll.command('run'))
    .description('run a program; what follows -- is the program and its arguments')
    .passThroughOptions()
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText('after', '\nExample: atoll run --summary -- ./MatrixMultiplication -verify')
    .action((file: string, rest: string[], flags: Record<string, unknown>) => action([file, ...rest], flags));
}
