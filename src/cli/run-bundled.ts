// `atoll run` from a bundle.

import { takeEarly } from '../threads/early-processor.js';
import { atollCommand, execute } from './atoll-command.js';
import { leave } from './guest-ends.js';
import { run } from './run.js';
import { runCommand } from './run-command.js';
import { orderOf, type RunOrder } from './run-order.js';

/** The run has failed before its program started: the processor thread may still start for it. */
function leaveThreads(code: number): void {
  try {
    leave(code);
  } catch {
    // Without the addon there are no threads of ours.
  }
}

/**
 * Executes the command line if this bundle has what it asks for.
 * @param has true, the name of the bundle that has it, or false when only the modules do
 * @returns what `has` says; nothing was done unless it is true
 */
export async function runBundled(has: (order: RunOrder) => boolean | string): Promise<boolean | string> {
  let here: boolean | string = true;
  const atoll = atollCommand();
  runCommand(atoll, async (argv, flags) => {
    const order = await orderOf(flags);
    here = has(order);
    if (here === true) await run(argv, order);
  });
  await execute(atoll);
  if (here !== true) takeEarly()?.thread.stop();
  else if (process.exitCode) leaveThreads(Number(process.exitCode));
  return here;
}
