// The arguments and options of `atoll trace`.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';

export function define(atoll: Command): void {
  const trace = atoll
    .command('trace')
    .helpGroup(CommandGroup.INSPECT)
    .description('read instruction traces (atoll run --trace-isa)');
  trace
    .command('diff')
    .description('find the first difference between two traces: of two runs, machines or engines')
    .argument('<a>', 'a trace')
    .argument('<b>', 'another trace, in the same format')
    .addHelpText('after', '\nExit status: 0 equal, 1 different, 125 if a trace cannot be read.')
    .action(async (a: string, b: string) => (await import('./trace.js')).diffTraces(a, b));
  trace
    .command('show')
    .description('print a trace as text')
    .argument('<file>', 'a trace')
    .action(async (file: string) => (await import('./trace.js')).showTrace(file));
}
