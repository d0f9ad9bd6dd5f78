// The arguments and options of the commands about requests of device files.

import type { Command } from 'commander';
import { several } from '../../command-line/repeatable-option.js';

export function deviceCommands(atoll: Command): void {
  atoll
    .command('record-device')
    .description(
      "run a program with this machine's devices, and keep what it asks of them in a file, for atoll replay-device",
    )
    .passThroughOptions()
    .requiredOption('-o, --output <file>', 'write the recording here')
    .option(
      '--device <node>',
      'record only this device file; several times for several (default: all that it opens)',
      several,
    )
    .option('--log <file>', 'messages of Atoll go here instead of standard error')
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText('after', '\nExample: atoll record-device --device /dev/random -o random.dev -- ./program')
    .action(async (file: string, rest: string[], flags) =>
      (await import('./device-recording.js')).recordDevice([file, ...rest], flags),
    );
  atoll
    .command('replay-device')
    .description('run a program without a device: a recording answers what it asks')
    .passThroughOptions()
    .option('--tolerant', 'requests may come in another order, with other arguments, or not at all')
    .option('--node <recorded=now>', 'the program knows a device by another path now', several)
    .option('--log <file>', 'messages of Atoll go here instead of standard error')
    .argument('<file>', 'of atoll record-device')
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText(
      'after',
      "\nExit status: the program's own; 1 when it departs from the recording and ends with 0, 125 when the file cannot be used.\nExample: atoll replay-device random.dev -- ./program",
    )
    // What follows the first argument is passed on, the divider with it.
    .action(async (file: string, program: string, rest: string[], flags) =>
      (await import('./device-recording.js')).replayDevice(file, program === '--' ? rest : [program, ...rest], flags),
    );
  atoll
    .command('forward-device')
    .description('run a program with device files of another machine, which atoll board --device gives there')
    .passThroughOptions()
    .requiredOption('--board <address>', 'the board that has them: tcp:HOST:PORT, or unix:PATH')
    .option('--board-token <file>', 'file with the token of the board; TCP needs one')
    .option('--board-silence <seconds>', 'without a word of the board, after which its devices are lost', '10')
    .option('--device <node>', 'a device file there; several times for several (default: all that it gives)', several)
    .option('--node <there=here>', 'the program knows a device by another path', several)
    .option('--log <file>', 'messages of Atoll go here instead of standard error')
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText('after', '\nExample: atoll forward-device --board tcp:server:7800 --board-token token -- ./program')
    .action(async (file: string, rest: string[], flags) =>
      (await import('../forward-device/device-forwarding.js')).forwardDevice([file, ...rest], flags),
    );
}
