// A file that says how a run stands, from its beginning on: each version takes the place of the one before as a whole.

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
   * Writes now and then what `text` gives. What cannot be replaced is written only at the end. A failure shows then.
   */
  keepUpToDate(text: () => string, everyMs: number): void {
    if (!this.replaces) return;
    const write = (): void => {
      try {
        writeWhole(this.file, text());
      } catch {
        // Whoever wants the report hears of it when the run is over.
      }
    };
    write();
    this.timer = setInterval(write, everyMs).unref();
  }

  /** Writes the last version. @throws Error of the system */
  finish(text: string): void {
    clearInterval(this.timer);
    writeWhole(this.file, text);
  }
}
