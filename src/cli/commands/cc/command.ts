// The arguments and options of `atoll cc`.

import type { Command } from 'commander';
import { DEFAULT_CHIP } from '../../../chips/chips.js';
import { CLANG_TEXT } from '../../command-line/clang-text.js';
import { CommandGroup } from '../../command-line/command-group.js';
import type { CcFlags } from './cc.js';

export function define(atoll: Command): void {
  atoll
    .command('cc')
    .helpGroup(CommandGroup.CODE)
    .description('compile OpenCL C or SPIR-V to a CAL image, BRIG or HSAIL text to a code object for HSA')
    .argument('<file>', 'OpenCL C source, SPIR-V, BRIG, or HSAIL text')
    .option('-o, --output <file>', 'write the image or code object here')
    .option('-S', 'print the assembly of its kernels')
    .option('--ir', 'print the LLVM IR of its kernels after the front end, linked and optimised')
    .option('--stats', 'print registers, LDS, scratch, code size, occupancy, instruction mix')
    .option('--json', 'print JSON: the statistics, with --ir and -S also these texts')
    .option('--device <name>', 'the chip', DEFAULT_CHIP.id)
    .option('--options <text>', 'build options, as for clBuildProgram')
    .option('--no-cache', 'do not use the compile cache')
    .option('--cache-dir <folder>', 'folder of the compile cache')
    .option('--clang <path>', CLANG_TEXT)
    .addHelpText(
      'after',
      "\nExit status: 0, 1 if the source or the options are invalid, 125 if there is no compiler.\nExample: atoll cc kernel.cl --options '-DN=4 -cl-mad-enable' --stats -S",
    )
    .action(async (file: string, flags: CcFlags) => (await import('./cc.js')).cc(file, flags));
}
