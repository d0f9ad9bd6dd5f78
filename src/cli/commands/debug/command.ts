// The arguments and options of `atoll debug`: a run with breakpoints.

import type { Command } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import { runOptions } from '../../command-line/options.js';
import { isRecording } from '../../inputs/recording-input.js';

/** Defaults: a stop at every launch, with source lines. */
const DEBUG_PRESETS = { debugInfo: true, break: '*' } as const;

async function debug(argv: readonly string[], { dap, ...flags }: Readonly<Record<string, unknown>>): Promise<void> {
  if (dap) return (await import('./debug-adapter.js')).serveEditor(argv);
  const { runPlanOf, run } = await import('../run/run.js');
  const terminal = (await import('./editor-terminal.js')).takeEditor();
  const plan = { ...(await runPlanOf(flags)), terminal };
  if (isRecording(argv)) await (await import('../replay/replay.js')).replayProgram(argv, plan);
  else await run(argv, plan);
}

export function define(atoll: Command): void {
  const command = atoll
    .command('debug')
    .helpGroup(CommandGroup.INSPECT)
    .description(
      'run a program under the debugger, built with -g, and stop at its first kernel; as atoll run -g --break',
    )
    .passThroughOptions()
    .option('--dap', 'use the Debug Adapter Protocol on standard input and output, for editors (docs/editors.md)');
  runOptions(command)
    .argument('[program]', 'executable, looked up in PATH; with --dap the editor may supply it')
    .argument('[arguments...]', 'its arguments')
    .addHelpText('after', '\nExample: atoll debug --break program.cl:12 -- ./MatrixMultiplication -verify')
    .action((file: string | undefined, rest: string[], flags: Record<string, unknown>) =>
      debug(file === undefined ? [] : [file, ...rest], { ...DEBUG_PRESETS, ...flags }),
    );
}
