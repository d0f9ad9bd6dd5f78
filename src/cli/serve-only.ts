// What is bundled for a quick start of `atoll serve`, as run-only.ts is for `atoll run`. Traces, simulated time and chips that ROCm knows come from the
// modules.

import './run-early.js';
import { takeEarly } from '../threads/early-processor.js';
import { atollCommand, execute } from './atoll-command.js';
import { run } from './run.js';
import { serveCommand } from './run-command.js';
import { hasRocm, orderOf } from './run-order.js';
import { liveOf } from './serve.js';

/** Executes the command line; false, with nothing done, when more than serving is asked for. */
export async function runOnly(): Promise<boolean> {
  let more = false;
  const atoll = atollCommand();
  serveCommand(atoll, async (argv, flags) => {
    const order = await orderOf(flags);
    const live = liveOf(flags, order.settings);
    more = order.watch !== undefined || hasRocm(order.settings);
    if (!more) await run(argv, { ...order, live });
  });
  await execute(atoll);
  if (more) takeEarly()?.thread.stop();
  return !more;
}
