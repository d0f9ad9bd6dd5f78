// The arguments and options of `atoll run`.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import { runOptions } from '../../command-line/options.js';

export function define(atoll: Command): void {
  runOptions(atoll.command('run'))
    .helpGroup(CommandGroup.RUN)
    .description('run a program; the words after -- are the program and its arguments')
    .passThroughOptions()
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText('after', '\nExample: atoll run --summary -- ./MatrixMultiplication -verify')
    .action(async (file: string, rest: string[], flags: Record<string, unknown>) => {
      const { runPlanOf, run } = await import('./run.js');
      await run([file, ...rest], await runPlanOf(flags));
    });
}
