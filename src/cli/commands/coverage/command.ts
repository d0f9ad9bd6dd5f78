// The arguments and options of `atoll coverage`.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import type { CoverageFlags } from './coverage.js';

export function define(atoll: Command): void {
  const coverage = atoll
    .command('coverage')
    .helpGroup(CommandGroup.INSPECT)
    .description('merge and report the coverage of atoll run --coverage');
  coverage
    .command('merge')
    .description('merge the coverage of several runs')
    .argument('<files...>', 'of atoll run --coverage')
    .requiredOption('-o, --output <file>', 'output file')
    .action(async (files: string[], flags: { output: string }) =>
      (await import('./coverage.js')).mergeFiles(files, flags),
    );
  coverage
    .command('report')
    .description('report the executed lines, instructions and opcodes')
    .argument('<files...>', 'of atoll run --coverage; several are merged')
    .option('--lcov <file>', 'write an lcov tracefile, and the sources next to it')
    .option('--html <file>', 'write an HTML report with sources and instructions')
    .option('--opcodes', 'opcodes, operand forms and modes, and the ones that were never executed')
    .option('--json', 'print JSON')
    .action(async (files: string[], flags: CoverageFlags) => (await import('./coverage.js')).reportFiles(files, flags));
}
