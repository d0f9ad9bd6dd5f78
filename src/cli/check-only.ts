// What is bundled for a quick start of `atoll check`, as bundle-run.ts is for `atoll run`. Traces, the debugger,
// simulated time, chips that ROCm knows and recordings come from the modules.

import './prelaunch.js';
import { atollCommand, parse } from './atoll-command.js';
import { executeBundled } from './bundled.js';
import { checkOf } from './check.js';
import { isRecording } from './recording-input.js';
import { run } from './run.js';
import { checkCommand } from './run-command.js';
import { hasRocm, orderOf } from './run-plan.js';

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
