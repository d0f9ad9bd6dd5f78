// What is bundled for a quick start: `atoll run` alone. Tracer and debugger, and the driver of ROCm's chips, need modules that the bundle does
// not have.

import './run-early.js';
import { takeEarly } from '../threads/early-processor.js';
import { atollCommand, execute } from './atoll-command.js';
import { leave, run } from './run.js';
import { runCommand } from './run-command.js';
import { hasBoard, hasRocm, orderOf } from './run-order.js';

/** The run has failed before its program started: the processor thread may still start for it. */
function leaveThreads(code: number): void {
  try {
    leave(code);
  } catch {
    // Without the addon there are no threads of ours.
  }
}

/** Executes the command line; false, with nothing done, when the bundle lacks what it asks for. */
export async function runOnly(): Promise<boolean> {
  let outside = false;
  const atoll = atollCommand();
  runCommand(atoll, async (argv, flags) => {
    const order = await orderOf(flags);
    outside = order.watch !== undefined || hasRocm(order.settings) || hasBoard(order.settings);
    if (!outside) await run(argv, order);
  });
  await execute(atoll);
  if (outside) takeEarly()?.thread.stop();
  else if (process.exitCode) leaveThreads(Number(process.exitCode));
  return !outside;
}
