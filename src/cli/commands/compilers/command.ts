// The arguments and options of `atoll compilers`.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import type { CompilersListFlags } from './compilers.js';

export function define(atoll: Command): void {
  atoll
    .command('compilers')
    .helpGroup(CommandGroup.ADMIN)
    .description('list the installed versions of clang, or download a private copy of one with its libclc')
    .option('--fetch <version>', "download and unpack Debian's packages of this version, without installing them")
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nA private copy is used like an installed compiler; packages of libclc exclude each other, copies do not.\nExit status: 0, 125 when the packages cannot be downloaded.',
    )
    .action(async (flags: CompilersListFlags) => (await import('./compilers.js')).compilers(flags));
}
