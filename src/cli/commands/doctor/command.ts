// The arguments and options of `atoll doctor`.

import type { Command } from 'commander';
import { CLANG_TEXT } from '../../command-line/clang-text.js';
import { CommandGroup } from '../../command-line/command-group.js';
import type { DoctorFlags } from './doctor.js';

export function define(atoll: Command): void {
  atoll
    .command('doctor')
    .helpGroup(CommandGroup.ADMIN)
    .description('check the requirements of Atoll on this machine, and print the fix of each missing one')
    .option('--clang <path>', CLANG_TEXT)
    .option('--json', 'print JSON')
    .action(async (flags: DoctorFlags) => (await import('./doctor.js')).doctor(flags));
}
