// Going back: a launch is repeated from its beginning. Where to stop is a number of instructions, which may have to be
// found first, in one repetition of its own.

import type { Wavefront } from '../emulator/wavefront.js';

/** Goal of a reverse step. */
export type ReplayGoal =
  /** `count` instructions of a wavefront. */
  | { readonly kind: 'instructions'; readonly group: number; readonly wave: number; readonly count: number }
  /** To where the line begins that a wavefront is in, or was in before. */
  | { readonly kind: 'line'; readonly group: number; readonly wave: number }
  /** To the latest breakpoint, or access of watched memory. */
  | { readonly kind: 'breakpoint' }
  /** To the first instruction of the launch. */
  | { readonly kind: 'beginning' };

/** Queries about the wavefront that is at an instruction. */
interface ReplayPosition {
  /** True if a breakpoint is reached, or watched memory was accessed. */
  readonly breaks: () => boolean;
  /** Source line of the position. */
  readonly line: () => string;
}

export class Replay {
  /** Message at the end. */
  reason = '';
  /** Instruction at which to stop, once it is known. */
  private target: number | undefined;
  /** Instruction counts that the goal may mean, the latest last. */
  private hits: number[] = [];
  private line = '';
  /** Stops of the first run that are still to come in this repetition. */
  private ahead: number[];

  /**
   * @param now instructions that the launch has executed
   * @param history where it had stopped
   */
  constructor(
    private readonly goal: ReplayGoal,
    private readonly now: number,
    private readonly history: readonly number[],
  ) {
    this.ahead = history.filter((count) => count < now);
    if (goal.kind === 'beginning') this.target = 0;
  }

  /** True if the breakpoint at the end is the cause of the stop. */
  get stopsAtHits(): boolean {
    return this.goal.kind === 'breakpoint';
  }

  /** True to stop before an instruction. @param executed how many have begun before it */
  stopsAt(wavefront: Wavefront, executed: number, position: ReplayPosition): boolean {
    if (this.target !== undefined) {
      if (executed >= this.target) return true;
    } else if (executed >= this.now) return true;
    else this.look(wavefront, executed, position);
    if (this.ahead[0] === undefined || executed < this.ahead[0]) return false;
    while (this.ahead[0] !== undefined && this.ahead[0] <= executed) this.ahead.shift();
    return true;
  }

  private look({ workGroup, index }: Wavefront, executed: number, position: ReplayPosition): void {
    const { goal } = this;
    if (goal.kind === 'breakpoint') {
      if (position.breaks()) this.keep(executed, 1);
      return;
    }
    if (goal.kind === 'beginning' || workGroup.number !== goal.group || index !== goal.wave) return;
    if (goal.kind === 'instructions') return this.keep(executed, goal.count);
    const line = position.line();
    if (line !== this.line) this.keep(executed, 1);
    this.line = line;
  }

  private keep(executed: number, most: number): void {
    this.hits.push(executed);
    if (this.hits.length > most) this.hits.shift();
  }

  /** Continuation after a stop. @param executed how many instructions have begun before it */
  stopped(executed: number): 'look' | 'go on' | 'again' {
    if (this.target !== undefined) return executed >= this.target ? 'look' : 'go on';
    if (executed < this.now) return 'go on';
    const target = this.hits[0] ?? 0;
    this.target = target;
    if (this.hits.length === 0) this.reason = 'this is the beginning of the launch';
    this.ahead = this.history.filter((count) => count < target);
    return 'again';
  }
}
