// The arguments and options of `atoll cache`.

import { type Command, Option } from 'commander';
import { CLANG_TEXT } from '../../command-line/clang-text.js';
import { CommandGroup } from '../../command-line/command-group.js';
import type { CacheFlags } from './cache.js';

export function define(atoll: Command): void {
  atoll
    .command('cache')
    .helpGroup(CommandGroup.ADMIN)
    .description('show, clear, complete or carry the compile cache')
    .option('--dir <folder>', 'the cache folder (default: that of atoll run)')
    .option('--clear', 'forget everything')
    .option(
      '--compile',
      'make machine code of all kernels in it for this processor, so that they run at full speed at once',
    )
    .option('--clang <path>', `with --compile: ${CLANG_TEXT}`)
    .addOption(
      new Option(
        '--export <file>',
        'write all of it into one file, for another machine or user (-: standard output)',
      ).conflicts(['import', 'clear', 'compile']),
    )
    .addOption(
      new Option(
        '--import <file>',
        'take what is in such a file (-: standard input); only from a trusted source, because machine code in it is executed',
      ).conflicts(['clear', 'compile']),
    )
    .option('--json', 'print JSON')
    .addOption(new Option('--kernels <names>').hideHelp())
    .addOption(new Option('--background').hideHelp())
    .addHelpText(
      'after',
      '\nExit status: 0, 1 when a kernel cannot be compiled or a file is no entry of a cache, 125 when there is no compiler or no such file.',
    )
    .action(async (flags: CacheFlags) => (await import('./cache.js')).cache(flags));
}
