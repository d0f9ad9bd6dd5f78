// The arguments and options of `atoll config`.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import { runOptions } from '../../command-line/options.js';

export function define(atoll: Command): void {
  const config = atoll
    .command('config')
    .helpGroup(CommandGroup.ADMIN)
    .description('print the effective options, and the source of each')
    .option('--json', 'print JSON');
  runOptions(config).action(async (flags: Record<string, unknown>) => (await import('./config.js')).config(flags));
}
