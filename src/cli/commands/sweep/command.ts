// The arguments and options of `atoll sweep`.

import { type Command, Option } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import { several } from '../../command-line/repeatable-option.js';
import { amount, positive, reportOptions, selectionOptions, words } from '../bench/selection-options.js';
import type { SweepFlags } from './sweep.js';

export function define(atoll: Command): void {
  const sweep = atoll.command('sweep').helpGroup(CommandGroup.MEASURE).enablePositionalOptions();
  reportOptions(selectionOptions(sweep, 1))
    .description('run many programs, sizes, devices and options over all cores, or over many machines')
    .option('--output <folder>', 'folder of the sweep: plan, parts, results.json; required')
    .option('--devices <names>', 'simulated GPUs, separated by commas: each multiplies the targets of Atoll', words)
    .option('--options <list>', 'options of atoll run, <option>=<value>,...; repeatable: each multiplies too', several)
    .addOption(new Option('--on <engine>', 'where').choices(['local', 'slurm']).default('local'))
    .option('--jobs <count>', 'concurrent cases (default: one for each core; on Slurm: no limit)', positive)
    .option('--attempts <count>', 'number of submissions of a lost case', positive, 3)
    .option('--chunk <count>', 'cases of one task of a job array', positive, 1)
    .option('--sbatch <option>', 'option for sbatch, as --sbatch=--partition=gpu; repeatable', several)
    .option('--poll <seconds>', 'interval between two requests to Slurm', amount, 5)
    .action(async (names: string[], flags: SweepFlags) => (await import('./sweep.js')).sweep(names, flags));
  reportOptions(sweep.command('resume'))
    .description('continue a sweep that was interrupted or has lost cases')
    .argument('<folder>', 'folder of the sweep (its --output)')
    .action(async (folder: string, flags: SweepFlags) => (await import('./sweep.js')).resume(folder, flags));
}
