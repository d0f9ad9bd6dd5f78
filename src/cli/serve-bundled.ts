// `atoll serve` from a bundle.

import { executeBundled } from './bundled.js';
import { atollCommand, parse } from './command-line/atoll-command.js';
import { serveCommand } from './commands/run/guest-commands.js';
import { run } from './commands/run/run.js';
import { orderOf, type RunPlan } from './commands/run/run-plan.js';
import { liveOf } from './commands/serve/serve.js';

/**
 * Executes the command line if this bundle has what it asks for.
 * @param has true, the name of the bundle that has it, or false when only the modules do
 * @returns what `has` says; nothing was done unless it is true
 */
export async function serveBundled(has: (order: RunPlan) => boolean | string): Promise<boolean | string> {
  let here: boolean | string = true;
  const atoll = atollCommand();
  serveCommand(atoll, async (argv, flags) => {
    const order = await orderOf(flags);
    const live = liveOf(flags, order.settings);
    here = has(order);
    if (here === true) await run(argv, { ...order, live });
  });
  return executeBundled(
    () => parse(atoll),
    () => here,
  );
}
