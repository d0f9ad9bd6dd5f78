// The arguments and options of `atoll exec`.

import type { Command } from 'commander';
import { processorOption } from '../../command-line/chip-option.js';
import { CommandGroup } from '../../command-line/command-group.js';
import { several } from '../../command-line/repeatable-option.js';
import type { ExecFlags } from './exec.js';

export function define(atoll: Command): void {
  atoll
    .command('exec')
    .helpGroup(CommandGroup.RUN)
    .description('run a fragment of assembly on one wavefront and print the state that changed')
    .argument('<file>', 'assembly text; - reads standard input')
    .addOption(processorOption())
    .option('--sgpr <list>', 'scalar registers: s0=1,s[2:3]=0x40000000', several)
    .option('--vgpr <list>', 'vector registers: v0=1.0,v1[3]=7,v2=lane*4; the others are 0', several)
    .option('--mem <range>', 'memory: file@address, zero:bytes@address or words:1,2,3@address', several)
    .option('--exec <mask>', 'value of EXEC (default: all lanes)')
    .option('--vcc <mask>', 'VCC')
    .option('--mode <word>', 'MODE')
    .option('--m0 <word>', 'value of M0 (default: the size of LDS)')
    .option('--lds <bytes>', 'size of the local data share (default: all of it)')
    .option('--engine <name>', 'engine that executes the wavefront')
    .option('--max <count>', 'maximum number of instructions')
    .option('--trace', 'print every instruction with operands and changes')
    .option('--json', 'print JSON; a trace is then written to standard error')
    .addHelpText('after', "\nExample: echo 'v_add_f32 v2, v0, v1' | atoll exec - --vgpr v0=1.5,v1=lane")
    .action(async (file: string, flags: ExecFlags) => (await import('./exec.js')).exec(file, flags));
}
