// The arguments and options of `atoll chip`.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import type { ChipFlags } from './chip.js';

export function define(atoll: Command): void {
  atoll
    .command('chip')
    .helpGroup(CommandGroup.MEASURE)
    .description('list the chips of the timing model, or print one with the source of each value')
    .argument('[name]', 'a chip, or the path of a configuration file')
    .option('--schema', 'print the JSON schema of configuration files')
    .option('--multi2sim <files>', 'convert a configuration of Multi2Sim: si-config,mem-config')
    .option('--json', 'print JSON')
    .action(async (name: string | undefined, flags: ChipFlags) => (await import('./chip.js')).chip(name, flags));
}
