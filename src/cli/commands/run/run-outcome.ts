// What becomes of what was asked for beside the program itself (recordings, traces, reports), and so of the exit
// status: a program that has succeeded must not pass for a run of which all is there when something is not. What the
// program itself has failed with stays.

import type { GuestExit } from '../../../host/exit-status.js';
import { describeError } from '../../../util/errors.js';
import type { ExitStatusText } from '../../../util/exit-status-text.js';
import { ExitStatus } from '../../command-line/exit.js';
import { openLog } from '../../outputs/output-files.js';

export class RunOutcome implements ExitStatusText {
  /** A line for the person. */
  readonly say: (text: string) => void;
  private lacking = false;

  /** @param logFile where lines go; absent: standard error @throws AtollError HOST */
  constructor(logFile: string | undefined) {
    this.say = openLog(logFile, () => this.fail());
  }

  readonly lacks = (text: string): void => {
    this.fail();
    this.say(text);
  };

  /** Something is not as it was to be; that has been said. */
  fail(): void {
    this.lacking = true;
  }

  /** Does something at the end of a run, and says what is wrong with it; the rest goes on. */
  async attempt<Result>(action: () => Result | Promise<Result>): Promise<Result | undefined> {
    try {
      return await action();
    } catch (error) {
      this.lacks(describeError(error));
      return undefined;
    }
  }

  /**
   * @param end how the program ended @param verdict the status of a command that has looked at it, if it has found
   * something
   */
  endOf(end: GuestExit, verdict?: number): GuestExit {
    if (end.code !== 0) return end;
    if (this.lacking) return { code: ExitStatus.FAILED };
    return verdict === undefined ? end : { code: verdict };
  }
}
