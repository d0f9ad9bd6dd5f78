// When does a run without output for a while count as hung? When it has had the processor for long meanwhile; on a busy
// machine it may not have got it. A process that waits for an event that never comes uses no time at all: it hangs when
// much more time has passed.

import { readdirSync, readFileSync, statSync } from 'node:fs';

/** Wall time to processor time that is given to a run that waits. */
const WAITING = 12;
const TICKS_PER_SECOND = 100;

/** Processor time of a group of processes and of the children that they have waited for, in seconds. */
export function groupSeconds(group: number): number {
  const ticks = readdirSync('/proc').map((name) => {
    if (!/^\d+$/.test(name)) return 0;
    try {
      // Behind the name, which may hold anything: state, parent, group, and from the twelfth on the four times.
      const words = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      if (Number(words[2]) !== group) return 0;
      return words.slice(11, 15).reduce((sum, word) => sum + Number(word), 0);
    } catch {
      // It has just ended.
      return 0;
    }
  });
  return ticks.reduce((sum, some) => sum + some, 0) / TICKS_PER_SECOND;
}

/** Watches a file that grows while a group of processes works. */
export class QuietWatch {
  private size = 0;
  private since = performance.now();
  private used = 0;

  /** @param hangSeconds seconds of processor time */
  constructor(
    private readonly path: string,
    private readonly group: number,
    private readonly hangSeconds: number,
  ) {}

  /** True if it hangs; polled. */
  get hangs(): boolean {
    const size = statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
    if (size !== this.size) {
      [this.size, this.since, this.used] = [size, performance.now(), groupSeconds(this.group)];
      return false;
    }
    const passed = (performance.now() - this.since) / 1000;
    if (passed <= this.hangSeconds) return false;
    return passed > WAITING * this.hangSeconds || groupSeconds(this.group) - this.used > this.hangSeconds;
  }
}
