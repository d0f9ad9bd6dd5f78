// The arguments and options of `atoll bench`.

import { type Command, Option } from 'commander';
import { CHIPS, DEFAULT_CHIP } from '../../../chips/chips.js';
import { lastOf } from '../../../util/required.js';
import { CommandGroup } from '../../command-line/command-group.js';
import type { BenchFlags, CompareFlags } from './bench.js';
import { amount, reportOptions, selectionOptions } from './selection-options.js';

function compareCommand(bench: Command): void {
  bench
    .command('compare')
    .description('compare two result files; status 1 if a case became slower or fails now')
    .argument('<old>', 'result file')
    .argument('<new>', 'result file')
    .addOption(
      new Option('--metric <name>', 'metric to compare')
        .choices(['wall', 'kernel', 'simulated', 'instructions'])
        .default('wall'),
    )
    .option('--threshold <percent>', 'threshold below which changes are ignored', amount, 5)
    .option('--json', 'print JSON')
    .action(async (before: string, now: string, flags: CompareFlags) =>
      (await import('./bench.js')).compareFiles(before, now, flags),
    );
}

export function define(atoll: Command): void {
  const bench = atoll.command('bench').helpGroup(CommandGroup.MEASURE).enablePositionalOptions();
  reportOptions(selectionOptions(bench, 3))
    .description('run programs that verify themselves, measure them and report')
    .option('--resume', 'continue the run in the file of --json')
    .option(
      '--write-counts',
      'write the launches and wavefronts of this run to the manifest, as expected values of later runs',
    )
    .option(
      '--statistics',
      'run each case once more, unmeasured, and show the statistics of its kernels for all targets of Atoll',
    )
    .option('--list', 'print the programs, their sizes and tags, without running them')
    .addHelpText(
      'after',
      "\nExamples:\n  atoll bench 'Matrix*' --size small --target atoll --target native:pocl --html report.html\n" +
        `  atoll bench FFT --statistics --target atoll:device=${DEFAULT_CHIP.id} --target atoll:device=${lastOf(CHIPS, 'chip').id}`,
    )
    .action(async (names: string[], flags: BenchFlags) => (await import('./bench.js')).bench(names, flags));
  compareCommand(bench);
  reportOptions(bench.command('report'))
    .description('print a result file as a table, and write it in other formats')
    .argument('<results>', 'result file')
    .action(async (file: string, flags: BenchFlags) => (await import('./bench.js')).report(file, flags));
}
