// The arguments and options of `atoll hsail`.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';

const load = () => import('./hsail.js');

export function define(atoll: Command): void {
  const hsail = atoll
    .command('hsail')
    .helpGroup(CommandGroup.CODE)
    .description('assemble, disassemble and inspect BRIG modules of HSA 1.0');
  hsail
    .command('assemble')
    .description('make a BRIG module from HSAIL text')
    .argument('<file>', 'HSAIL text')
    .requiredOption('-o, --output <file>', 'write the module to this file')
    .action(async (file: string, flags: { output: string }) => (await load()).assembleFile(file, flags));
  hsail
    .command('disassemble')
    .description('print the HSAIL text of a BRIG module')
    .argument('<file>', 'BRIG module')
    .option('-o, --output <file>', 'write the text to this file')
    .action(async (file: string, flags: object) => (await load()).disassembleFile(file, flags));
  hsail
    .command('inspect')
    .description('print what a BRIG module contains')
    .argument('<file>', 'BRIG module')
    .option('--json', 'print JSON')
    .action(async (file: string, flags: object) => (await load()).inspectFile(file, flags));
}
