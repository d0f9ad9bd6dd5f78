// The arguments and options of `atoll replay`.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import { REPLAY_OPTIONS, runOptions } from '../../command-line/options.js';

export function define(atoll: Command): void {
  const command = atoll
    .command('replay')
    .helpGroup(CommandGroup.INSPECT)
    .description('repeat recorded launches without their program, and compare the resulting memory')
    .argument('<file>', 'of atoll record')
    .option('--launch <n>', 'number of the only launch to repeat');
  runOptions(command, REPLAY_OPTIONS)
    .addHelpText(
      'after',
      '\nExit status: 0 equal, 1 different, 125 when the file cannot be read, or an output file cannot be written.\natoll check FILE and atoll debug FILE accept recordings in place of programs.',
    )
    .action(async (file: string, flags: Record<string, unknown>) => {
      const [{ runPlanOf }, { replayFile }] = await Promise.all([import('../run/run-plan.js'), import('./replay.js')]);
      const launch = flags['launch'] as string | undefined;
      await replayFile({ file, launch, compares: true }, await runPlanOf(flags));
    });
}
