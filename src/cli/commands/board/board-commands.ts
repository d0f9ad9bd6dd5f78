// The commands about devices of another OpenCL: their arguments and options.

import { type Command, InvalidArgumentError } from 'commander';
import { DEFAULT_CHIP } from '../../../chips/chips.js';
import { several } from '../../command-line/repeatable-option.js';
import type { CalibrateFlags } from '../calibrate/calibrate.js';
import { verifyCommand } from '../run/guest-commands.js';
import type { BoardFlags } from './board.js';

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

function calibrateCommand(atoll: Command): void {
  atoll
    .command('calibrate')
    .description('make a file by which the times of another OpenCL become those of a simulated chip, and say how well')
    .argument('[names...]', 'benchmark programs by name; * and ? as in file names; none: all')
    .requiredOption('-o, --output <file>', 'the calibration, for atoll run --calibration')
    .option('--engine <name>', 'the other OpenCL: opencl, opencl:PLATFORM, opencl:tcp:HOST:PORT', 'opencl')
    .option('--board-token <file>', 'file with the token of the board that --engine opencl:tcp:HOST:PORT names')
    .option('--chip <name>', 'whose time launches are to have: a chip of atoll chip, or a file', DEFAULT_CHIP.timing)
    .option('--manifest <file>', 'the list of programs (default: those of Atoll)')
    .option('--size <name>', 'their size', 'small')
    .option('--rounds <count>', 'runs on the device, of which the least time of each launch counts', rounds, 3)
    .option('--time-limit <seconds>', 'of one run', positive, 600)
    .option('--device-mhz <MHz>', 'clock of the device (default: what it says)', positive)
    .option('--target-mhz <MHz>', 'clock of the chip (default: that of its configuration)', positive)
    .option('--no-build', 'do not build the programs first')
    .addHelpText('after', `\nExample: atoll calibrate --engine opencl:pocl --chip ${DEFAULT_CHIP.timing} -o pocl.json`)
    .action(async (names: string[], flags: CalibrateFlags) =>
      (await import('../calibrate/calibrate.js')).calibrate(names, flags),
    );
}

export function boardCommands(atoll: Command): void {
  verifyCommand(atoll, async (argv, flags) => {
    const [{ orderOf, run }, { verification }] = await Promise.all([
      import('../run/run.js'),
      import('../verify/verify.js'),
    ]);
    const { compilers, bisect, ...others } = flags;
    if (compilers !== undefined) {
      const order = await orderOf(others);
      const asked = { compilers: String(compilers), json: flags['json'] as string | undefined, bisect: Number(bisect) };
      return run(argv, (await import('../verify/verify-compilers.js')).verifyCompilers(order, asked));
    }
    await run(argv, { ...(await orderOf(flags)), verify: verification(flags['json'] as string | undefined) });
  });
  atoll
    .command('board')
    .description(
      'give the OpenCL device of this machine to programs that run under atoll run --engine opencl:tcp:HOST:PORT, or its device files to atoll forward-device',
    )
    .requiredOption('--listen <address>', 'HOST:PORT, :PORT (of this machine only), or unix:PATH')
    .option('--board-token <file>', 'whose first line others must know; TCP needs one')
    .option('--platform <name>', 'give only devices of this OpenCL platform, a part of its name')
    .option('--device <node>', 'give this device file instead of an OpenCL; several times for several', several)
    .option(
      '--any-request',
      'of device files, make also requests that Atoll does not know: they may write anywhere in the process of their connection',
    )
    .option('--connections <n>', 'programs at the same time', '16')
    .addHelpText('after', '\nExample: atoll board --listen 0.0.0.0:7800 --board-token ~/.atoll-token')
    .action(async (flags: BoardFlags) => (await import('./board.js')).board(flags));
  calibrateCommand(atoll);
}
