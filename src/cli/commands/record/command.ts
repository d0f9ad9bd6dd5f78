// The arguments and options of `atoll record`.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import { runOptions } from '../../command-line/options.js';

export function define(atoll: Command): void {
  const command = atoll
    .command('record')
    .helpGroup(CommandGroup.INSPECT)
    .description('run a program and record launches of its kernels in a file, for atoll replay')
    .passThroughOptions()
    .requiredOption('-o, --output <file>', 'write the recording here')
    .option('--kernel <name>', 'count only launches of this kernel')
    .option('--launch <n>', 'number of the launch, from 1 on, or a range: 3-7', '1')
    .option('--blocks', 'record the executed blocks of its wavefronts instead of memory, for atoll time');
  runOptions(command)
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText('after', '\nExample: atoll record -o launch.rec --kernel mmmKernel -- ./MatrixMultiplication')
    .action(async (file: string, rest: string[], flags: Record<string, unknown>) => {
      const [{ runPlanOf, run }, { recorderOf }] = await Promise.all([import('../run/run.js'), import('./record.js')]);
      await run([file, ...rest], await runPlanOf(flags, ({ schedule }) => [recorderOf(flags, schedule)]));
    });
}
