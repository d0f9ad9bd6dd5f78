// Order of accesses by fbarriers of HSAIL. A round that is complete counts as a barrier of the work-group: wavefronts
// that are not members of the fbarrier are ordered, too, so that races with them may be missed.

import type { Wavefront } from '../emulator/wavefront.js';
import type { WorkGroup } from '../emulator/workgroup.js';

interface FbarrierWait {
  /** Line of the wait that is being executed; 0 for none. */
  line: number;
  /** Waits that have ended. */
  rounds: number;
}

export class FbarrierOrder {
  private readonly waits = new WeakMap<Wavefront, FbarrierWait>();
  private readonly rounds = new WeakMap<WorkGroup, number>();

  constructor(private readonly onRound: () => void) {}

  start(group: WorkGroup): void {
    this.rounds.set(group, 0);
    for (const wavefront of group.wavefronts) this.waits.set(wavefront, { line: 0, rounds: 0 });
  }

  /** Before an instruction of a line. @param isWait the line waits for an fbarrier */
  before(wavefront: Wavefront, line: number, isWait: boolean): void {
    const wait = this.waits.get(wavefront);
    if (!wait || wait.line === line) return;
    if (wait.line !== 0) this.end(wavefront.workGroup, wait);
    wait.line = isWait ? line : 0;
  }

  private end(group: WorkGroup, wait: FbarrierWait): void {
    wait.rounds++;
    if (wait.rounds <= (this.rounds.get(group) ?? 0)) return;
    this.rounds.set(group, wait.rounds);
    this.onRound();
  }
}
