// The arguments and options of `atoll kernel`.

import type { Command } from 'commander';
import { DEFAULT_CHIP } from '../../../chips/chips.js';
import { CLANG_TEXT } from '../../command-line/clang-text.js';
import { CommandGroup } from '../../command-line/command-group.js';
import { several } from '../../command-line/repeatable-option.js';
import { KERNEL_EXAMPLE, KERNEL_VALUES } from './help.js';
import type { KernelFlags } from './kernel.js';

export function define(atoll: Command): void {
  atoll
    .command('kernel')
    .helpGroup(CommandGroup.RUN)
    .description('run one kernel over arrays, without a host program')
    .argument(
      '<file>',
      'OpenCL C source, SPIR-V, a CAL image, an HSA code object, BRIG, or HSAIL text; - reads standard input',
    )
    .requiredOption('-g, --global <size>', 'work-items: x, or x,y, or x,y,z')
    .option('-k, --kernel <name>', 'name of the kernel; not needed if there is only one')
    .option('-l, --local <size>', 'work-items of a work-group (default: chosen)')
    .option('--offset <size>', 'global offset')
    .option('-a, --arg <value>', 'the next argument of the kernel, or name=value', several)
    .option('-o, --output <name=file>', 'write the bytes of an array after the launch', several)
    .option('--expect <name=file>', 'compare an array with the bytes of a file', several)
    .option('--tolerance <number>', 'tolerance of real numbers, relative above 1', '0')
    .option('--engine <name>', 'engine that executes wavefronts')
    .option('--device <name>', 'the chip', DEFAULT_CHIP.id)
    .option('--timing [chip]', 'simulate the time of the launch: on the device, a chip of atoll chip, or a file')
    .option('--options <text>', 'build options, as for clBuildProgram')
    .option('--no-cache', 'do not use the compile cache')
    .option('--cache-dir <folder>', 'folder of the compile cache')
    .option('--clang <path>', CLANG_TEXT)
    .option('--json', 'print JSON: numbers of the launch, and all elements of the arrays')
    .addHelpText('after', () => `${KERNEL_VALUES}\n\n${KERNEL_EXAMPLE}`)
    .action(async (file: string, flags: KernelFlags) => (await import('./kernel.js')).kernel(file, flags));
}
