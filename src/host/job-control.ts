// Ctrl-Z in a terminal reaches this process and its guest. The guest decides: an editor first restores the terminal,
// and then stops itself. The shell waits for this process, so it stops after the guest's main process. If it stopped at
// once, the shell could continue both before the guest has stopped, and the guest would then stay stopped.
import { constants } from 'node:os';
import { loadNative } from './native.js';

/** A guest that has not stopped by then does not because of Ctrl-Z. */
const timeoutMs = 10_000;

export class JobControl {
  private requestedAt = -Infinity;
  private stopped = false;

  /** @param ignored numbers of signals that this process was started to ignore */
  constructor(ignored: readonly number[]) {
    if (!ignored.includes(constants.signals.SIGTSTP)) process.on('SIGTSTP', this.requestStop);
  }

  private readonly requestStop = () => {
    this.requestedAt = performance.now();
    this.follow();
  };

  /** The guest's main process has stopped, or continues. */
  mainStopped(stopped: boolean): void {
    this.stopped = stopped;
    this.follow();
  }

  private follow(): void {
    if (!this.stopped || performance.now() - this.requestedAt > timeoutMs) return;
    this.requestedAt = -Infinity;
    loadNative().takeDefaultAction(constants.signals.SIGTSTP);
  }

  end(): void {
    process.off('SIGTSTP', this.requestStop);
  }
}
