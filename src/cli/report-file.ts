// A file that says how a run stands, from its beginning on: each version takes the place of the one before as a whole.

import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Whether a name can be given to another file: /dev/stdout, a pipe and a symbolic link are written through. */
function isReplaceable(file: string): boolean {
  const status = lstatSync(file, { throwIfNoEntry: false });
  return status === undefined || status.isFile();
}

export class ReportFile {
  private readonly file: string;
  private readonly replaces: boolean;
  private timer: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.file = file;
    this.replaces = isReplaceable(file);
  }

  /** Writes now and then what `text` gives. What cannot be replaced is written only at the end. A failure shows then. */
  keepUpToDate(text: () => string, everyMs: number): void {
    if (!this.replaces) return;
    const write = (): void => {
      try {
        this.write(text());
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
    this.write(text);
  }

  private write(text: string): void {
    if (!this.replaces) return writeFileSync(this.file, text);
    const next = `${this.file}.${process.pid}.tmp`;
    try {
      writeFileSync(next, text);
      renameSync(next, this.file);
    } catch {
      // Without the right to make files beside it, it is written in place.
      rmSync(next, { force: true });
      writeFileSync(this.file, text);
    }
  }
}
