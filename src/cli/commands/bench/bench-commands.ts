// The commands `atoll bench` and `atoll sweep`: their arguments and options. What they do is loaded when they are asked
// for.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { CHIPS } from '../../../chips/chips.js';
import type { SweepFlags } from '../sweep/sweep.js';
import type { BenchFlags, CompareFlags } from './bench.js';

const words = (text: string): string[] => text.split(',').filter((word) => word !== '');
const collect = (text: string, before: readonly string[] = []): string[] => [...before, text];

function numberOf(accept: (value: number) => boolean, wanted: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !accept(value)) throw new InvalidArgumentError(`expected ${wanted}.`);
    return value;
  };
}
const natural = numberOf((value) => Number.isSafeInteger(value) && value >= 0, 'a whole number');
const positive = numberOf((value) => Number.isSafeInteger(value) && value > 0, 'a whole number above 0');
const amount = numberOf((value) => Number.isFinite(value) && value > 0, 'a number above 0');
const seed = numberOf((value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32, 'a number of 32 bits');

/** What to run and how often: the same for both commands. */
function selectionOptions(command: Command, repeats: number): Command {
  return command
    .argument('[names...]', 'programs by name; * and ? as in file names; none: all')
    .option('--manifest <file>', 'the list of programs (default: those of Atoll)')
    .option('--tag <name>', 'only programs with this tag; repeatable', collect)
    .option('--size <names>', 'sizes, separated by commas', words, ['default'])
    .option(
      '--target <name>',
      'atoll, atoll:<option>=<value>,..., native, native:<platform>[,processors=<n>], oclgrind; repeatable',
      collect,
    )
    .option('--baseline <name>', 'the target that ratios refer to (default: the first)')
    .option('--warmup <count>', 'runs before the measured ones', natural, 1)
    .option('--repeats <count>', 'measured runs', positive, repeats)
    .option('--seed <number>', 'seed of random inputs', seed, 1)
    .option('--time-limit <seconds>', 'of one run', amount, 600)
    .option('--no-build', 'do not build the programs first');
}

const reportOptions = (command: Command): Command =>
  command
    .option('--json <file>', 'write the results')
    .option('--csv <file>', 'write a line for each case')
    .option('--markdown <file>', 'write the table for a document')
    .option('--html <file>', 'write a page with plots that needs no network');

function compareCommand(bench: Command): void {
  bench
    .command('compare')
    .description('compare two result files; status 1 when something became slower or does not pass any more')
    .argument('<old>', 'result file')
    .argument('<new>', 'result file')
    .addOption(
      new Option('--metric <name>', 'what to compare')
        .choices(['wall', 'kernel', 'simulated', 'instructions'])
        .default('wall'),
    )
    .option('--threshold <percent>', 'smaller changes are none', amount, 5)
    .option('--json', 'print JSON')
    .action(async (before: string, now: string, flags: CompareFlags) =>
      (await import('./bench.js')).compareFiles(before, now, flags),
    );
}

export function benchCommands(atoll: Command): void {
  const bench = atoll.command('bench').enablePositionalOptions();
  reportOptions(selectionOptions(bench, 3))
    .description('run programs that verify themselves, measure them and report')
    .option('--resume', 'go on with the run that --json holds')
    .option(
      '--write-counts',
      'enter launches and wavefronts of this run into the manifest, as what later runs must show',
    )
    .option(
      '--statistics',
      'run each case once more, not measured, for the statistics of its kernels: side by side for all targets of Atoll',
    )
    .option('--list', 'print the programs, their sizes and tags, and run nothing')
    .addHelpText(
      'after',
      "\nExamples:\n  atoll bench 'Matrix*' --size small --target atoll --target native:pocl --html report.html\n" +
        `  atoll bench FFT --statistics --target atoll:device=${CHIPS[0]!.id} --target atoll:device=${CHIPS.at(-1)!.id}`,
    )
    .action(async (names: string[], flags: BenchFlags) => (await import('./bench.js')).bench(names, flags));
  compareCommand(bench);
  reportOptions(bench.command('report'))
    .description('print a result file as a table, and write it in other forms')
    .argument('<results>', 'result file')
    .action(async (file: string, flags: BenchFlags) => (await import('./bench.js')).report(file, flags));
}

export function sweepCommands(atoll: Command): void {
  const sweep = atoll.command('sweep').enablePositionalOptions();
  reportOptions(selectionOptions(sweep, 1))
    .description('run many programs, sizes, devices and options over all cores, or over many machines')
    .option('--output <folder>', 'where the sweep lives: plan, parts, results.json; has to be given')
    .option('--devices <names>', 'simulated GPUs, separated by commas: each multiplies the targets of Atoll', words)
    .option('--options <list>', 'options of atoll run, <option>=<value>,...; repeatable: each multiplies too', collect)
    .addOption(new Option('--on <engine>', 'where').choices(['local', 'slurm']).default('local'))
    .option('--jobs <count>', 'cases at a time (default: one for each core; on Slurm: no limit)', positive)
    .option('--attempts <count>', 'how often a lost case is submitted', positive, 3)
    .option('--chunk <count>', 'cases of one task of a job array', positive, 1)
    .option('--sbatch <option>', 'option for sbatch, as --sbatch=--partition=gpu; repeatable', collect)
    .option('--poll <seconds>', 'between two questions to Slurm', amount, 5)
    .action(async (names: string[], flags: SweepFlags) => (await import('../sweep/sweep.js')).sweep(names, flags));
  reportOptions(sweep.command('resume'))
    .description('go on with a sweep that was interrupted or has lost cases')
    .argument('<folder>', 'the --output of the sweep')
    .action(async (folder: string, flags: SweepFlags) => (await import('../sweep/sweep.js')).resume(folder, flags));
  atoll
    .command('sweep-task', { hidden: true })
    .description('what a job array runs: the cases of one task')
    .argument('<folder>')
    .argument('<attempt>', '', positive)
    .argument('<task>', '', natural)
    .action(async (folder: string, attempt: number, task: number) =>
      (await import('../sweep/sweep.js')).sweepTask(folder, attempt, task),
    );
}
