// The arguments and options of `atoll serve`: a run that browsers watch.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import { runOptions } from '../../command-line/options.js';

export function define(atoll: Command): void {
  const serve = atoll
    .command('serve')
    .helpGroup(CommandGroup.RUN)
    .description(
      'run a program, built with -g, and show in a browser what its kernels do: progress, pause, inspect, stop',
    )
    .passThroughOptions()
    .option('--listen <address>', 'HOST:PORT, or :PORT of this machine only', ':0')
    .option('--stay', 'stay when the program has ended, until the page or Ctrl-C says that it is enough');
  runOptions(serve)
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText(
      'after',
      "\nThe address to open is printed first; it has a token that others do not know. Exit status: the program's own.\nExample: atoll serve -- ./MatrixMultiplication -verify",
    )
    .action(async (file: string, rest: string[], given: Record<string, unknown>) => {
      const flags = { debugInfo: true, ...given };
      const [{ orderOf, run }, { liveOf }] = await Promise.all([import('../run/run.js'), import('./serve.js')]);
      const order = await orderOf(flags);
      await run([file, ...rest], { ...order, live: liveOf(flags, order.settings) });
    });
}
