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
    .description('simulate the time of recorded launches, on one chip or on several, on all processors')
    .argument('<files...>', 'of atoll record --blocks')
    .addOption(
      timedChipOption(
        'a chip of atoll chip, or the path of a configuration file; several times: each (default: one that executes the recorded code)',
      ).argParser(several),
    )
    .option(
      '--vary <parameter=values>',
      'with each of these values, as in l1.bytes=16384,32768; several times: each with each',
      several,
    )
    .option('--level <names>', 'bounds, interval, sampled, detailed, separated by commas (default: detailed)')
    .option('--jobs <n>', 'simulations at a time (default: as many as there are processors)')
    .option(
      '--part <k/n>',
      'only the k-th of n parts of all simulations, as --part $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT',
    )
    .option(
      '--threads <n>',
      'threads of one simulation at the detailed level (default: one for each processor, at most 4)',
    )
    .option('--by-instruction', 'also the cycles of each instruction by cause')
    .option('--by-line', 'also those of each line of the source; of a program that was built with -g')
    .option('--timeline <file>', 'write a timeline of each slot of each compute unit, for ui.perfetto.dev')
    .option('--html <file>', 'write a page about it: roofline, stalls, memory, occupancy; of several chips compared')
    .option('--json', 'print JSON, with the resolved configuration')
    .option('--csv', 'print CSV')
    .addHelpText(
      'after',
      '\nExample: atoll time launch.blocks --vary l1.bytes=8192,16384,32768 --level interval,detailed',
    )
    .action(async (files: string[], flags: TimeFlags) => (await import('./time.js')).time(files, flags));
}
