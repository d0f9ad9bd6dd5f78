// A report of the state of a run, from its start on: each version replaces the previous one atomically.

import { rmSync } from 'node:fs';
import { isReplaceable, writeWhole } from '../../util/whole-file.js';

export class ReportFile {
  private readonly file: string;
  private readonly replaces: boolean;
  private timer: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.file = file;
    this.replaces = isReplaceable(file);
  }

  /**
   * Writes the text periodically. A file that cannot be replaced is written only at the end. Errors are reported then.
   */
  keepUpToDate(text: () => string, everyMs: number): void {
    if (!this.replaces) return;
    const write = (): void => {
      try {
        writeWhole(this.file, text());
      } catch {
        // The last write, at the end of the run, reports the error.
      }
    };
    write();
    this.timer = setInterval(write, everyMs).unref();
  }

  /** The run has not begun: no report stays. */
  discard(): void {
    clearInterval(this.timer);
    if (this.replaces) rmSync(this.file, { force: true });
  }

  /** Writes the last version. @throws Error of the system */
  finish(text: string): void {
    clearInterval(this.timer);
    writeWhole(this.file, text);
  }
}
