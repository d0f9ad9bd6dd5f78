// Wavefronts in an order that a number decides, for programs that may depend on it: which one is next, for how long,
// and whether it gives way behind a barrier. The order follows from the number and from how far a work-group has come,
// so a run with the same number repeats it.

import { sharesLds } from './barrier-yield.js';
import type { RunOutcomeKind } from './engine.js';
import type { Scheduler } from './scheduler.js';
import type { Wavefront } from './wavefront.js';
import type { WorkGroup } from './workgroup.js';

/** Slices are powers of two of instructions, up to this exponent. */
const MAX_EXPONENT = 10;

/** Spreads the bits of a word over a word (the finalizer of MurmurHash 3). */
function mix(word: number): number {
  let h = word ^ (word >>> 16);
  h = Math.imul(h, 0x85eb_ca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2_ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const executedOf = ({ wavefronts }: WorkGroup): number => wavefronts.reduce((sum, { executed }) => sum + executed, 0);

export class RandomScheduler implements Scheduler {
  readonly compiled = false;
  readonly isEven = true;
  /** The wavefront whose slice is not used up, and its instructions when that is over. */
  private current: { readonly wavefront: Wavefront; readonly end: number } | undefined;

  constructor(
    private readonly seed: number,
    readonly residents: number,
    readonly stepBudget: number,
  ) {}

  get slice(): number {
    const { current } = this;
    return current ? Math.max(current.end - current.wavefront.executed, 1) : 1;
  }

  restart(_group: WorkGroup): void {
    this.current = undefined;
  }

  release(group: WorkGroup): void {
    this.current = undefined;
    const bits = this.draw(group);
    const isShared = sharesLds(group.launch);
    for (const wavefront of group.wavefronts) wavefront.givesWay = isShared && ((bits >>> wavefront.index) & 1) !== 0;
  }

  pick(groups: readonly WorkGroup[]): Wavefront | undefined {
    const { current } = this;
    if (current?.wavefront.status === 'running' && groups.includes(current.wavefront.workGroup))
      return current.wavefront;
    const ready = groups.flatMap(({ wavefronts }) => wavefronts.filter(({ status }) => status === 'running'));
    const [first] = ready;
    if (!first) return undefined;
    const drawn = this.draw(first.workGroup);
    const wavefront = ready[drawn % ready.length]!;
    this.current = { wavefront, end: wavefront.executed + 2 ** ((drawn >>> 16) % (MAX_EXPONENT + 1)) };
    return wavefront;
  }

  settled(wavefront: Wavefront, outcome: RunOutcomeKind): void {
    // The caller's budget may have ended before the slice.
    if (outcome !== 'budget' || wavefront.executed >= this.current!.end) this.current = undefined;
  }

  private draw(group: WorkGroup): number {
    return mix(mix(mix(this.seed) ^ group.number) ^ (executedOf(group) + Math.imul(group.barriers, 0x9e37_79b9)));
  }
}
