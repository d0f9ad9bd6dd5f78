// The arguments and options of `atoll hsail`.

import type { Command } from 'commander';
import { CHIPS } from '../../../chips/chips.js';
import { required } from '../../../util/required.js';
import { CLANG_TEXT } from '../../command-line/clang-text.js';
import { CommandGroup } from '../../command-line/command-group.js';
import type { FinalizeFlags } from './finalize.js';
import type { PrintFlags } from './print.js';

/** The last chip that HSA's runtime has. */
const DEFAULT_DEVICE = required(
  CHIPS.findLast(({ kfd }) => kfd !== undefined),
  'chip with the compute driver',
).id;
const loadFinalizer = () => import('./finalize.js');
const load = () => import('./hsail.js');
const loadPrinter = () => import('./print.js');

export function define(atoll: Command): void {
  const hsail = atoll
    .command('hsail')
    .helpGroup(CommandGroup.CODE)
    .description('assemble, disassemble, inspect and finalize BRIG modules of HSA 1.0');
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
    .command('lower')
    .description('print the instructions that execute in place of the HSAIL of a BRIG module')
    .argument('<file>', 'BRIG module')
    .action(async (file: string) => (await load()).lowerFile(file));
  hsail
    .command('inspect')
    .description('print what a BRIG module contains')
    .argument('<file>', 'BRIG module')
    .option('--json', 'print JSON')
    .action(async (file: string, flags: object) => (await load()).inspectFile(file, flags));
  defineFinalize(hsail);
}

function defineFinalize(hsail: Command): void {
  hsail
    .command('print')
    .description('print the HSAIL text of OpenCL C')
    .argument('<file>', 'OpenCL C')
    .option('-o, --output <file>', 'write the text to this file')
    .option('--options <text>', 'options of clBuildProgram')
    .option('--fuse', 'fuse products and sums where the language permits it (mad)')
    .option('--denormals', 'keep denormals of floats of 32 bits: no ftz')
    .option('--lines', 'write the lines of the source (loc)')
    .option('--cache-dir <folder>', 'folder of the compile cache')
    .option('--clang <path>', CLANG_TEXT)
    .addHelpText('after', '\nExample: atoll hsail print kernels.cl -o kernels.hsail')
    .action(async (file: string, flags: PrintFlags) => (await loadPrinter()).printFile(file, flags));
  hsail
    .command('finalize')
    .description('compile BRIG modules of one program to a code object')
    .argument('<files...>', 'BRIG modules')
    .option('-o, --output <file>', 'write the code object to this file')
    .option('--ir', 'print its LLVM IR')
    .option('--device <name>', 'the chip', DEFAULT_DEVICE)
    .option('--no-cache', 'do not use the compile cache')
    .option('--cache-dir <folder>', 'folder of the compile cache')
    .option('--clang <path>', CLANG_TEXT)
    .addHelpText('after', '\nExample: atoll hsail finalize vector_copy.brig -o vector_copy.co')
    .action(async (files: string[], flags: FinalizeFlags) => (await loadFinalizer()).finalizeFiles(files, flags));
}
