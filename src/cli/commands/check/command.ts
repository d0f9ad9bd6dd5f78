// The arguments and options of `atoll check`. The kinds of findings are in src/check/finding.ts, which only a check
// loads.

import { type Command, Option } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import { runOptions } from '../../command-line/options.js';
import { isRecording } from '../../inputs/recording-input.js';

export function define(atoll: Command): void {
  const check = atoll
    .command('check')
    .helpGroup(CommandGroup.INSPECT)
    .description(
      'run a program and report errors of its kernels: bounds, races, uninitialised memory, barriers, atomics',
    )
    .passThroughOptions()
    .option('--kinds <list>', 'kinds of findings, separated by commas (default: all but nan and division-by-zero)')
    .option('--also <list>', 'further kinds of findings: nan, division-by-zero')
    .option('--without <list>', 'kinds of findings to omit')
    .option('--suppressions <file>', 'file of known findings, one pattern a line (docs/checking.md)')
    .option('--json <file>', 'write the findings as JSON; - is standard error')
    .option('--sarif <file>', 'write the findings as SARIF 2.1.0; - is standard error')
    .addOption(
      new Option('--error-exitcode <status>', 'exit status after findings, if the program ended with 0').default('1'),
    )
    .option('--shadow-memory <MiB>', 'memory for the records of the last accesses', '1024');
  runOptions(check)
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText(
      'after',
      "\nExit status: the program's own; if that is 0 and there are findings, that of --error-exitcode.\nExample: atoll check --sarif findings.sarif -- ./MatrixMultiplication -verify",
    )
    .action(async (file: string, rest: string[], flags: Record<string, unknown>) => {
      const argv = [file, ...rest];
      const [{ runPlanOf, run }, { checkInstrument }] = await Promise.all([
        import('../run/run.js'),
        import('../../../instruments/check/instrument.js'),
      ]);
      const plan = await runPlanOf(flags, () => [checkInstrument(flags)]);
      if (isRecording(argv)) await (await import('../replay/replay.js')).replayProgram(argv, plan);
      else await run(argv, plan);
    });
}
