// What becomes of an error of a command: its text, and an exit status.

import { describeError } from '../../util/errors.js';
import { statusOf } from './exit.js';
import { writeError } from './output.js';

/** Does what a command is to do; an error becomes its text and this process's exit status. */
export async function attempt(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    writeError(`atoll: ${describeError(error)}\n`);
    process.exitCode = statusOf(error);
  }
}
