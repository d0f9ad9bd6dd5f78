// Options of both `atoll bench` and `atoll sweep`: selection of programs, and reports.

import { type Command, InvalidArgumentError } from 'commander';
import { several } from '../../command-line/repeatable-option.js';

export const words = (text: string): string[] => text.split(',').filter((word) => word !== '');

function numberOf(accept: (value: number) => boolean, expectation: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !accept(value)) throw new InvalidArgumentError(`expected ${expectation}.`);
    return value;
  };
}
export const natural = numberOf((value) => Number.isSafeInteger(value) && value >= 0, 'a whole number');
export const positive = numberOf((value) => Number.isSafeInteger(value) && value > 0, 'a whole number above 0');
export const amount = numberOf((value) => Number.isFinite(value) && value > 0, 'a number above 0');
const seed = numberOf((value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32, 'a number of 32 bits');

/** Options for programs, targets and repetitions. */
export function selectionOptions(command: Command, repeats: number): Command {
  return command
    .argument('[names...]', 'programs by name; * and ? as in file names; none: all')
    .option('--manifest <file>', 'the list of programs (default: those of Atoll)')
    .option('--tag <name>', 'only programs with this tag; repeatable', several)
    .option('--size <names>', 'sizes, separated by commas', words, ['default'])
    .option(
      '--target <name>',
      'atoll, atoll:<option>=<value>,..., native, native:<platform>[,processors=<n>], oclgrind; repeatable',
      several,
    )
    .option('--baseline <name>', 'the target that ratios refer to (default: the first)')
    .option('--warmup <count>', 'runs before the measured ones', natural, 1)
    .option('--repeats <count>', 'measured runs', positive, repeats)
    .option('--seed <number>', 'seed of random inputs', seed, 1)
    .option('--time-limit <seconds>', 'time limit of one run', amount, 600)
    .option('--no-build', 'do not build the programs first');
}

export const reportOptions = (command: Command): Command =>
  command
    .option('--json <file>', 'write the results as JSON')
    .option('--csv <file>', 'write CSV, a line for each case')
    .option('--markdown <file>', 'write the table as Markdown')
    .option('--html <file>', 'write an HTML report with plots, usable offline');
