// The arguments and options of `atoll inspect`.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';

export function define(atoll: Command): void {
  atoll
    .command('inspect')
    .helpGroup(CommandGroup.CODE)
    .description(
      'print the contents of a CAL image, a code object, the code objects of a HIP program, or a SPIR-V module',
    )
    .argument('<file>', 'an image of Atoll or of AMD Catalyst, a code object, a HIP program, or SPIR-V')
    .option('--json', 'print JSON')
    .action(async (file: string, flags: object) => (await import('./inspect.js')).inspect(file, flags));
}
