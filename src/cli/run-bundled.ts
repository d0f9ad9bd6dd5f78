// `atoll run` from a bundle.

import { executeBundled } from './bundled.js';
import { run } from './commands/run/run.js';
import { orderOf, type RunPlan } from './commands/run/run-plan.js';
import { plainRun } from './fast-path-args.js';

type Action = (argv: readonly string[], flags: Readonly<Record<string, unknown>>) => Promise<void>;

/** Has the command line understood; the parser is loaded only for lines that need it. */
async function understand(action: Action): Promise<unknown> {
  const plain = plainRun(process.argv.slice(3));
  if (plain) return action(plain.argv, plain.flags);
  const { parseRun } = await import('./parsed-run.js');
  return parseRun(action);
}

/**
 * Executes the command line if this bundle has what it asks for.
 * @param has true, the name of the bundle that has it, or false when only the modules do
 * @returns what `has` says; nothing was done unless it is true
 */
export async function runBundled(has: (order: RunPlan) => boolean | string): Promise<boolean | string> {
  let here: boolean | string = true;
  const action: Action = async (argv, flags) => {
    const order = await orderOf(flags);
    here = has(order);
    if (here === true) await run(argv, order);
  };
  return executeBundled(
    () => understand(action),
    () => here,
  );
}
