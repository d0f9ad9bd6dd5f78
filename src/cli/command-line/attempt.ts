// Errors of a command as a message and an exit status.

import { describeError } from '../../util/errors.js';
import { statusOf } from './exit.js';
import { writeError } from './output.js';

/** Executes a command; prints its error and sets the exit status of this process. */
export async function attempt(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    writeError(`atoll: ${describeError(error)}\n`);
    process.exitCode = statusOf(error);
  }
}
