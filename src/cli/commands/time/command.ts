// The arguments and options of `atoll time`.

import type { Command } from 'commander';
import { timedChipOption } from '../../command-line/chip-option.js';
import { CommandGroup } from '../../command-line/command-group.js';
import { several } from '../../command-line/repeatable-option.js';
import type { TimeFlags } from './flags.js';

export function define(atoll: Command): void {
  atoll
    .command('time')
    .helpGroup(CommandGroup.MEASURE)
    .description('simulate the time of recorded launches, on one chip or several, on all CPUs')
    .argument('<files...>', 'of atoll record --blocks')
    .addOption(
      timedChipOption(
        'a chip of atoll chip, or the path of a configuration file; repeatable (default: one that executes the recorded code)',
      ).argParser(several),
    )
    .option(
      '--vary <parameter=values>',
      'simulate with each of these values, as in l1.bytes=16384,32768; repeatable: all combinations',
      several,
    )
    .option('--level <names>', 'bounds, interval, sampled, detailed, separated by commas (default: detailed)')
    .option('--jobs <n>', 'concurrent simulations (default: the number of CPUs)')
    .option(
      '--part <k/n>',
      'only the k-th of n parts of all simulations, as --part $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT',
    )
    .option('--threads <n>', 'threads of one simulation at the detailed level (default: one for each CPU, at most 4)')
    .option('--by-instruction', 'also the cycles of each instruction by cause')
    .option('--by-line', 'also the cycles of each line of the source; for programs built with -g')
    .option('--timeline <file>', 'write a timeline of each slot of each compute unit, for ui.perfetto.dev')
    .option(
      '--html <file>',
      'write an HTML report: roofline, stalls, memory, occupancy, and a comparison of several chips',
    )
    .option('--json', 'print JSON, with the resolved configuration')
    .option('--csv', 'print CSV')
    .addHelpText(
      'after',
      '\nExample: atoll time launch.blocks --vary l1.bytes=8192,16384,32768 --level interval,detailed',
    )
    .action(async (files: string[], flags: TimeFlags) => (await import('./time.js')).time(files, flags));
}
