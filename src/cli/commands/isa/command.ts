// The arguments and options of `atoll isa`.

import type { Command } from 'commander';
import { processorOption } from '../../command-line/chip-option.js';
import { CommandGroup } from '../../command-line/command-group.js';

export function define(atoll: Command): void {
  atoll
    .command('isa')
    .helpGroup(CommandGroup.CODE)
    .description('print the instruction set: format, opcode, syntax, meaning, support')
    .argument('[filter]', 'part of a mnemonic, or a format (SOP2, DS, ...)')
    .addOption(processorOption())
    .option('--semantics', 'with pseudo-code')
    .option('--json', 'print JSON')
    .action(async (filter: string | undefined, flags: object) => (await import('./isa.js')).isa(filter, flags));
}
