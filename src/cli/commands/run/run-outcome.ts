// Completeness of the requested outputs (recordings, traces, reports) and the exit status. A run with an incomplete
// output fails even if the program ended with 0; the status of a failed program stays.

import type { GuestExit } from '../../../host/exit-status.js';
import type { OpeningRun } from '../../../instruments/instrument.js';
import { describeError } from '../../../util/errors.js';
import type { ExitStatusText } from '../../../util/exit-status-text.js';
import { ExitStatus } from '../../command-line/exit.js';
import { writeError } from '../../command-line/output.js';
import { createEmpty, openLog } from '../../outputs/output-files.js';

export class RunOutcome implements ExitStatusText {
  /** Prints a line to the log or to standard error. */
  readonly say: (text: string) => void;
  private incomplete = false;

  /** @param logFile file of the lines; absent: standard error @throws AtollError HOST */
  constructor(logFile: string | undefined) {
    this.say = openLog(logFile, () => this.fail());
  }

  readonly lacks = (text: string): void => {
    this.fail();
    this.say(text);
  };

  /** For instruments, before the program starts. */
  get opening(): OpeningRun {
    return { createFile: createEmpty, say: this.say, writeError, lacks: this.lacks };
  }

  /** Marks an output as incomplete, after its message. */
  fail(): void {
    this.incomplete = true;
  }

  /** Executes an action at the end of a run and reports its error; the other actions continue. */
  async attempt<Result>(action: () => Result | Promise<Result>): Promise<Result | undefined> {
    try {
      return await action();
    } catch (error) {
      this.lacks(describeError(error));
      return undefined;
    }
  }

  /** @param end how the program ended @param verdict exit status of a check or comparison, if it has found something */
  endOf(end: GuestExit, verdict?: number): GuestExit {
    if (end.code !== 0) return end;
    if (this.incomplete) return { code: ExitStatus.FAILED };
    return verdict === undefined ? end : { code: verdict };
  }
}
