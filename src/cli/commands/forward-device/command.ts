// The arguments and options of `atoll forward-device`.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import { several } from '../../command-line/repeatable-option.js';

export function define(atoll: Command): void {
  atoll
    .command('forward-device')
    .helpGroup(CommandGroup.DEVICES)
    .description('run a program with device files of another machine, served there by atoll board --device')
    .passThroughOptions()
    .requiredOption('--board <address>', 'the board: tcp:HOST:PORT, or unix:PATH')
    .option('--board-token <file>', 'file with the token of the board; TCP needs one')
    .option(
      '--board-silence <seconds>',
      'timeout without messages of the board, after which its devices are lost',
      '10',
    )
    .option('--device <node>', 'a device file of the board; repeatable (default: all served ones)', several)
    .option('--node <there=here>', 'path of a device for the program, if it is another one', several)
    .option('--log <file>', 'write messages of Atoll here instead of standard error')
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText('after', '\nExample: atoll forward-device --board tcp:server:7800 --board-token token -- ./program')
    .action(async (file: string, rest: string[], flags) =>
      (await import('./device-forwarding.js')).forwardDevice([file, ...rest], flags),
    );
}
