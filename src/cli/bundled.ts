// How the bundle of a command executes the command line: its processor thread may have been started early, and has to
// end, too.

import { takeEarly } from '../threads/early-processor.js';
import { attempt } from './command-line/attempt.js';
import { leave } from './command-line/exit-notice.js';

/** The run has failed before its program started: the processor thread may still start for it. */
function leaveThreads(code: number): void {
  try {
    leave(code);
  } catch {
    // Without the addon there are no threads of ours.
  }
}

/**
 * Executes the command line.
 * @param work does so
 * @param here true when the bundle has done what was asked for; the name of the one that can, or false: then nothing
 * was done
 * @returns what `here` says
 */
export async function executeBundled<Here extends boolean | string>(
  work: () => unknown,
  here: () => Here,
): Promise<Here> {
  await attempt(work);
  const has = here();
  if (has !== true) takeEarly()?.thread.stop();
  else if (process.exitCode) leaveThreads(Number(process.exitCode));
  return has;
}
