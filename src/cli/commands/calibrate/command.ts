// The arguments and options of `atoll calibrate`.

import { type Command, InvalidArgumentError } from 'commander';
import { DEFAULT_CHIP } from '../../../chips/chips.js';
import { timedChipOption } from '../../command-line/chip-option.js';
import { CommandGroup } from '../../command-line/command-group.js';
import type { CalibrateFlags } from './calibrate.js';

function positive(text: string): number {
  const value = Number(text);
  if (!(Number.isFinite(value) && value > 0)) throw new InvalidArgumentError('expected a number above 0.');
  return value;
}

function rounds(text: string): number {
  const value = Number(text);
  if (!(Number.isInteger(value) && value > 0 && value <= 100))
    throw new InvalidArgumentError('expected a whole number from 1 to 100.');
  return value;
}

export function define(atoll: Command): void {
  atoll
    .command('calibrate')
    .helpGroup(CommandGroup.MEASURE)
    .description(
      'write a file that converts times of another OpenCL to those of a simulated chip, and report its error',
    )
    .argument('[names...]', 'benchmark programs by name; * and ? as in file names; none: all')
    .requiredOption('-o, --output <file>', 'the calibration, for atoll run --calibration')
    .option('--engine <name>', 'the other OpenCL: opencl, opencl:PLATFORM, opencl:tcp:HOST:PORT', 'opencl')
    .option('--board-token <file>', 'file with the token of the board that --engine opencl:tcp:HOST:PORT names')
    .addOption(
      timedChipOption('chip of the converted times: one of atoll chip, or a file').default(DEFAULT_CHIP.timing),
    )
    .option('--manifest <file>', 'the list of programs (default: those of Atoll)')
    .option('--size <name>', 'their size', 'small')
    .option('--rounds <count>', 'runs on the device; the minimum time of each launch counts', rounds, 3)
    .option('--time-limit <seconds>', 'time limit of one run', positive, 600)
    .option('--device-mhz <MHz>', 'clock of the device (default: as reported)', positive)
    .option('--target-mhz <MHz>', 'clock of the chip (default: that of its configuration)', positive)
    .option('--no-build', 'do not build the programs first')
    .addHelpText(
      'after',
      `\nExample: atoll calibrate --engine opencl:pocl --device ${DEFAULT_CHIP.timing} -o pocl.json`,
    )
    .action(async (names: string[], flags: CalibrateFlags) => (await import('./calibrate.js')).calibrate(names, flags));
}
