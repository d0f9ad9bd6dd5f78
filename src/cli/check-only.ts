// What is bundled for a quick start of `atoll check`, as bundle-run.ts is for `atoll run`. Traces, the debugger,
// simulated time, chips that ROCm knows and recordings come from the modules.

import './prelaunch.js';
import { executeBundled } from './bundled.js';
import { atollCommand, parse } from './command-line/atoll-command.js';
import { checkOf } from './commands/check/check.js';
import { checkCommand } from './commands/run/guest-commands.js';
import { run } from './commands/run/run.js';
import { hasRocm, orderOf } from './commands/run/run-plan.js';
import { isRecording } from './inputs/recording-input.js';

/** Executes the command line; false, with nothing done, when more than a check is asked for. */
export async function runOnly(): Promise<boolean> {
  let more = false;
  const atoll = atollCommand();
  checkCommand(atoll, async (argv, flags) => {
    more = isRecording(argv);
    if (more) return;
    const order = await orderOf(flags, checkOf(flags));
    const { settings } = order;
    more = settings.break !== undefined || settings.timing !== undefined || hasRocm(settings);
    if (!more) await run(argv, order);
  });
  return executeBundled(
    () => parse(atoll),
    () => !more,
  );
}
