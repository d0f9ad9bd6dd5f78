// The arguments and options of `atoll replay-device`.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import { several } from '../../command-line/repeatable-option.js';

export function define(atoll: Command): void {
  atoll
    .command('replay-device')
    .helpGroup(CommandGroup.DEVICES)
    .description('run a program without a device: a recording answers its requests')
    .passThroughOptions()
    .option('--tolerant', 'accept requests in another order, with other arguments, and missing ones')
    .option('--node <recorded=now>', 'path of a device in this run, if it is another one', several)
    .option('--log <file>', 'write messages of Atoll here instead of standard error')
    .argument('<file>', 'of atoll record-device')
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText(
      'after',
      "\nExit status: the program's own; 1 if it deviates from the recording and ends with 0, 125 if the file cannot be used.\nExample: atoll replay-device random.dev -- ./program",
    )
    // Everything after the first argument is passed on, including `--`.
    .action(async (file: string, program: string, rest: string[], flags) =>
      (await import('../record-device/device-recording.js')).replayDevice(
        file,
        program === '--' ? rest : [program, ...rest],
        flags,
      ),
    );
}
