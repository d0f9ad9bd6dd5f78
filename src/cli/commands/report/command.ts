// The arguments and options of `atoll report`.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import type { ReportFlags } from './report.js';

export function define(atoll: Command): void {
  atoll
    .command('report')
    .helpGroup(CommandGroup.INSPECT)
    .description('compare two runs: kernels, launches, counts, times, instruction mix, lines')
    .argument('<a>', 'of atoll run --report-json; with -g it has lines')
    .argument('<b>', 'another one')
    .option('-o, --output <file>', 'write an HTML report instead of text')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample: atoll run -g --report-json a.json -- ./program; atoll report a.json b.json -o diff.html',
    )
    .action(async (a: string, b: string, flags: ReportFlags) => (await import('./report.js')).report(a, b, flags));
}
