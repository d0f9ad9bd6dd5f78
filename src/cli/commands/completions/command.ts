// The arguments and options of `atoll completions`.

import { Argument, type Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';

export function define(atoll: Command, all: () => Promise<Command>): void {
  atoll
    .command('completions')
    .helpGroup(CommandGroup.ADMIN)
    .description('print the completions of a shell')
    .addArgument(new Argument('<shell>', 'which').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', '\nExample: atoll completions bash >~/.local/share/bash-completion/completions/atoll')
    .action(async (shell: 'bash' | 'zsh' | 'fish') =>
      (await import('../../shell/print-completions.js')).printCompletions(shell, await all()),
    );
}
