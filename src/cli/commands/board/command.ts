// The arguments and options of `atoll board`.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import { several } from '../../command-line/repeatable-option.js';
import type { BoardFlags } from './board.js';

export function define(atoll: Command): void {
  atoll
    .command('board')
    .helpGroup(CommandGroup.DEVICES)
    .description(
      'serve the OpenCL device of this machine to programs under atoll run --engine opencl:tcp:HOST:PORT, or its device files to atoll forward-device',
    )
    .requiredOption('--listen <address>', 'HOST:PORT, :PORT (of this machine only), or unix:PATH')
    .option('--board-token <file>', 'file with the token in its first line, for clients; TCP needs one')
    .option('--platform <name>', 'serve only devices of this OpenCL platform, by a part of its name')
    .option('--device <node>', 'serve this device file instead of an OpenCL; repeatable', several)
    .option(
      '--any-request',
      'with device files, also execute requests unknown to Atoll: they may write anywhere in the process of their connection',
    )
    .option('--connections <n>', 'maximum number of concurrent programs', '16')
    .addHelpText('after', '\nExample: atoll board --listen 0.0.0.0:7800 --board-token ~/.atoll-token')
    .action(async (flags: BoardFlags) => (await import('./board.js')).board(flags));
}
