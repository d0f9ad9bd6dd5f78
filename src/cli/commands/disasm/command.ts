// The arguments and options of `atoll disasm`.

import type { Command } from 'commander';
import { fileProcessorOption } from '../../command-line/chip-option.js';
import { CommandGroup } from '../../command-line/command-group.js';

export function define(atoll: Command): void {
  atoll
    .command('disasm')
    .helpGroup(CommandGroup.CODE)
    .description(
      'disassemble CAL images, code objects and HIP programs, BRIG, SPIR-V, raw files of code, or words in hexadecimal',
    )
    .argument('<inputs...>', 'files, or words')
    .addOption(fileProcessorOption())
    .option('--kernel <name>', 'only this kernel of an image')
    .option('--check', 'list faulting instructions; status 1 if there are any')
    .option('--json', 'print JSON')
    .action(async (inputs: string[], flags: object) => (await import('./disasm.js')).disasm(inputs, flags));
}
