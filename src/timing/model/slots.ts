// The slots of a compute unit: where each wavefront is, when it may go on, and why it does not until then.

import { UNKNOWN } from './cache.js';
import { R } from './reasons.js';
import type { Stalls } from './stalls.js';

/** A wavefront of no instruction: its slot is empty. */
export const EMPTY = -1;

export class Slots {
  readonly word: Int32Array;
  readonly ready: Float64Array;
  readonly since: Float64Array;
  readonly reason: Uint8Array;
  /** Why empty ones are. */
  emptyReason: number = R.emptyDispatch;

  constructor(
    readonly count: number,
    private readonly stalls: Stalls,
  ) {
    this.word = new Int32Array(count).fill(EMPTY);
    this.ready = new Float64Array(count).fill(UNKNOWN);
    this.since = new Float64Array(count);
    this.reason = new Uint8Array(count).fill(R.emptyDispatch);
  }

  /** What has been until a cycle gets its reason; then there is another one, at an instruction. */
  account(slot: number, cycle: number, reason: number, word: number): void {
    const spent = cycle - this.since[slot]!;
    const before = this.word[slot]!;
    if (spent > 0 && before === EMPTY) this.stalls.empty[this.reason[slot]!]! += spent;
    else if (spent > 0) this.stalls.add(before, this.reason[slot]!, spent);
    this.since[slot] = Math.max(cycle, this.since[slot]!);
    this.reason[slot] = reason;
    this.word[slot] = word;
  }

  /** An instruction has left: the cycles of its turn are its own. */
  advance(slot: number, word: number, cycle: number, turn: number, next: number): void {
    this.account(slot, cycle, R.dependency, word);
    this.stalls.issued(word, turn);
    this.since[slot] = cycle + turn;
    this.word[slot] = next;
    this.ready[slot] = cycle + turn;
  }

  /** It does not go on before a cycle. */
  hold(slot: number, cycle: number, reason: number, until: number): 0 {
    this.account(slot, cycle, reason, this.word[slot]!);
    this.ready[slot] = until;
    return 0;
  }

  /** From some cycle on there is another reason for empty slots. */
  leaveEmpty(cycle: number, reason: number): void {
    if (reason === this.emptyReason) return;
    this.emptyReason = reason;
    for (let slot = 0; slot < this.count; slot++)
      if (this.word[slot] === EMPTY) this.account(slot, Math.max(cycle, this.since[slot]!), reason, EMPTY);
  }

  /** Nothing follows: the last cycles of all. */
  finish(cycle: number): void {
    for (let slot = 0; slot < this.count; slot++) this.account(slot, cycle, this.reason[slot]!, this.word[slot]!);
  }
}
