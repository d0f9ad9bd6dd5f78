// The arguments and options of `atoll serve`: a run with a live view in browsers.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import { runOptions } from '../../command-line/options.js';

export function define(atoll: Command): void {
  const serve = atoll
    .command('serve')
    .helpGroup(CommandGroup.RUN)
    .description(
      'run a program, built with -g, with a live view of its kernels in a browser: progress, pause, inspect, stop',
    )
    .passThroughOptions()
    .option('--listen <address>', 'HOST:PORT, or :PORT of this machine only', ':0')
    .option('--stay', 'keep serving after the end of the program, until the page or Ctrl-C ends it');
  runOptions(serve)
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText(
      'after',
      "\nThe address of the page is printed first; it contains a secret token. Exit status: the program's own.\nExample: atoll serve -- ./MatrixMultiplication -verify",
    )
    .action(async (file: string, rest: string[], options: Record<string, unknown>) => {
      const flags = { debugInfo: true, ...options };
      const [{ runPlanOf, run }, { liveOf }] = await Promise.all([import('../run/run.js'), import('./serve.js')]);
      const plan = await runPlanOf(flags);
      await run([file, ...rest], { ...plan, live: liveOf(flags, plan.settings) });
    });
}
