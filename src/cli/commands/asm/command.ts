// The arguments and options of `atoll asm`.

import type { Command } from 'commander';
import { processorOption } from '../../command-line/chip-option.js';
import { CommandGroup } from '../../command-line/command-group.js';

export function define(atoll: Command): void {
  atoll
    .command('asm')
    .helpGroup(CommandGroup.CODE)
    .description('assemble a text file')
    .argument('<file>', 'assembly text')
    .addOption(processorOption())
    .option('-o, --output <file>', 'output file for the code (default: print the words)')
    .option('--json', 'print JSON')
    .action(async (file: string, flags: object) => (await import('./asm.js')).asm(file, flags));
}
