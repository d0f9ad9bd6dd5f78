// Text of a machine for its user: in the terminal of the debugger, or by the report of the run.

import { LogDeduper } from '../util/log-deduper.js';
import type { MachineOptions } from './machine-options.js';

export class UserMessages {
  /** For messages that guests can cause without end. */
  readonly repeats: LogDeduper;

  constructor(private readonly options: Pick<MachineOptions, 'report' | 'terminal'>) {
    this.repeats = new LogDeduper(options.report);
  }

  /** @param text with its line ends, and with the name of the command in front */
  write(text: string): void {
    const { report, terminal } = this.options;
    if (terminal) terminal.write(text);
    else report(text.replace(/^atoll: /, '').trimEnd());
  }
}
