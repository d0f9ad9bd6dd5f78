// The arguments and options of `atoll cache`.

import { type Command, Option } from 'commander';
import { CLANG_TEXT } from '../../command-line/clang-text.js';
import { CommandGroup } from '../../command-line/command-group.js';
import type { CacheFlags } from './cache.js';

export function define(atoll: Command): void {
  atoll
    .command('cache')
    .helpGroup(CommandGroup.ADMIN)
    .description('show, clear, complete, export or import the compile cache')
    .option('--dir <folder>', 'the cache folder (default: that of atoll run)')
    .option('--clear', 'remove all entries')
    .option('--compile', 'compile all its kernels to machine code for this CPU, so that they run at full speed at once')
    .option('--clang <path>', `with --compile: ${CLANG_TEXT}`)
    .addOption(
      new Option(
        '--export <file>',
        'export it to one file, for another machine or user (-: standard output)',
      ).conflicts(['import', 'clear', 'compile']),
    )
    .addOption(
      new Option(
        '--import <file>',
        'import such a file (-: standard input); only from a trusted source, because its machine code is executed',
      ).conflicts(['clear', 'compile']),
    )
    .option('--json', 'print JSON')
    .addOption(new Option('--kernels <names>').hideHelp())
    .addOption(new Option('--background').hideHelp())
    .addHelpText(
      'after',
      '\nExit status: 0, 1 if a kernel cannot be compiled or a file is not a cache entry, 125 if there is no compiler or no such file.',
    )
    .action(async (flags: CacheFlags) => (await import('./cache.js')).cache(flags));
}
