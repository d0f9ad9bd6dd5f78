// The arguments and options of `atoll asm`.

import type { Command } from 'commander';
import { processorOption } from '../../command-line/chip-option.js';
import { CommandGroup } from '../../command-line/command-group.js';

export function define(atoll: Command): void {
  atoll
    .command('asm')
    .helpGroup(CommandGroup.CODE)
    .description('assemble a file of assembly text')
    .argument('<file>', 'assembly text')
    .addOption(processorOption())
    .option('-o, --output <file>', 'write the code here; without it the words are printed')
    .option('--json', 'print JSON')
    .action(async (file: string, flags: object) => (await import('./asm.js')).asm(file, flags));
}
