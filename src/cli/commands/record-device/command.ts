// The arguments and options of `atoll record-device`.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import { several } from '../../command-line/repeatable-option.js';

export function define(atoll: Command): void {
  atoll
    .command('record-device')
    .helpGroup(CommandGroup.DEVICES)
    .description(
      "run a program with this machine's devices, and write its requests to them into a file, for atoll replay-device",
    )
    .passThroughOptions()
    .requiredOption('-o, --output <file>', 'write the recording here')
    .option('--device <node>', 'record only this device file; repeatable (default: all that it opens)', several)
    .option('--log <file>', 'write messages of Atoll here instead of standard error')
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText('after', '\nExample: atoll record-device --device /dev/random -o random.dev -- ./program')
    .action(async (file: string, rest: string[], flags) =>
      (await import('./device-recording.js')).recordDevice([file, ...rest], flags),
    );
}
