// Tiers of the code of a kernel: the interpreter, or its translation; and the decision when a part is translated, and
// by which thread.

import type { LaunchDescriptor } from '../../emulator/launch.js';
import { groupTotal } from '../../emulator/launch.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import { wavefrontsPerGroup } from '../../emulator/wavefronts.js';
import type { WorkGroup } from '../../emulator/workgroup.js';
import { required } from '../../util/required.js';
import { CodeProfile, type Part, rangeOf } from '../analysis/code-profile.js';
import type { BlockKey } from '../analysis/flow.js';
import type { KernelUse } from './kernel-use.js';
import type { TranslatedBlock, Translation } from './translation.js';

/**
 * Limits of the interpreter's time, in translations: before another thread gets a request for one; before this one does
 * it itself; and after a request without an answer.
 */
const TIER_THRESHOLDS = { elsewhere: 5, own: 10, longest: 40 } as const;
/**
 * Instructions outside of translated code that the interpreter executes before it is checked whether it has reached
 * translated code.
 */
const COLD_STEPS = 16;

/** Wavefronts of the work-groups that come after one: of its launch, and of launches of the kernel that wait. */
function wavefrontsBehind({ number, launch }: WorkGroup): number {
  const behind = launch.order === 'descending' ? number : groupTotal(launch) - 1 - number;
  return (behind + (launch.following ?? 0)) * wavefrontsPerGroup(launch);
}

/** The kernel, as its tiers see it. */
export interface TieredKernel {
  /** The one that runs. */
  readonly launch: LaunchDescriptor;
  /** Name of a translation in the store. */
  keyOf(part: Part): string;
  /** Translates a part, or all; false when another thread is about to. */
  compile(part: Part): boolean;
  /** Uses what the store has; false when that is no translation. */
  useCached(translation: Translation, key: string, part: Part): boolean;
}

export class Tiers {
  /** Translated part of a large kernel; the whole of another one. */
  part: Part;
  private readonly profile: CodeProfile;
  private isTranslated = false;
  /** Has looked for what earlier runs have left. */
  private hasBegun = false;
  /** Nanoseconds of interpretation at which the next decision about a translation is due. */
  private nextLook = 0;
  private isRequested = false;
  /** The store as it was when this looked for other threads' translations. */
  private seenChanges = -1;
  /** Blocks in the order of their modes and addresses. */
  private byAddress: readonly TranslatedBlock[] = [];

  constructor(
    private readonly kernel: TieredKernel,
    private readonly helpers: Pick<KernelUse, 'store' | 'tiering'>,
  ) {
    this.profile = new CodeProfile(kernel.launch);
  }

  /** There is a new translation. */
  translated(part: Part, blocks: readonly TranslatedBlock[]): void {
    this.part = part;
    this.isTranslated = true;
    this.byAddress = [...blocks].sort((a, b) => a.mode - b.mode || a.pc - b.pc);
    this.isRequested = false;
    this.profile.restart();
    this.nextLook = this.profile.next();
  }

  /**
   * Looks for a translation of a kernel that has none, or makes one that is known to be worth it. @returns whether
   * there is one now
   */
  begin(): boolean {
    const adopted = this.adopt();
    if (this.hasBegun || (adopted && !this.profile.isLarge)) return adopted;
    this.hasBegun = true;
    return this.goOnFromEarlier() || adopted;
  }

  /** Translates what earlier runs have interpreted for long enough. */
  private goOnFromEarlier(): boolean {
    const { profile, kernel } = this;
    const earlier = this.helpers.store?.later?.getInterpreted(kernel.keyOf(undefined));
    if (!earlier) return false;
    profile.recall(earlier);
    const hot = profile.hot(TIER_THRESHOLDS.own, this.part, 0);
    if (!hot) return false;
    this.isRequested = this.requestElsewhere(hot.part);
    return !this.isRequested && kernel.compile(hot.part);
  }

  private requestElsewhere(part: Part): boolean {
    return this.helpers.tiering?.elsewhere?.(this.kernel.launch, part) ?? false;
  }

  /**
   * True if the interpreter is expected to execute the address: it is within a block, or in a part that is not
   * translated.
   */
  isInterpreted({ pc, mode }: BlockKey): boolean {
    if (!this.isTranslated || this.isElsewhere(pc)) return true;
    let [low, high] = [0, this.byAddress.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const block = required(this.byAddress[middle], 'block');
      if (block.mode < mode || (block.mode === mode && block.pc <= pc)) low = middle + 1;
      else high = middle;
    }
    const before = this.byAddress[low - 1];
    return before !== undefined && before.mode === mode && pc < before.end;
  }

  private isElsewhere(pc: number): boolean {
    return this.part?.includes(rangeOf(pc, this.kernel.launch)) === false;
  }

  /**
   * Instructions that may be interpreted now. Where some code is translated already, one of the next ones may be of
   * that.
   */
  quantum(pc: number, budget: number): number {
    if (!this.isTranslated) return this.profile.quantum(budget);
    return this.isElsewhere(pc) ? Math.min(budget, COLD_STEPS) : 1;
  }

  /**
   * A wavefront was executed by the interpreter for want of a translation: instructions, nanoseconds, whether it has
   * ended.
   */
  noteInterpreted(w: Wavefront, instructions: number, ns: number, ended: boolean): void {
    const { profile } = this;
    profile.note(w.pc, instructions, ns, ended);
    if (this.isRequested && this.adopt()) return;
    if (profile.interpreted < this.nextLook || this.adopt()) return;
    const left = wavefrontsBehind(w.workGroup);
    const elsewhere = this.isRequested ? undefined : profile.hot(TIER_THRESHOLDS.elsewhere, this.part, left);
    if (elsewhere) this.isRequested = this.requestElsewhere(elsewhere.part);
    const own = this.isRequested
      ? profile.hot(TIER_THRESHOLDS.longest, this.part, 0)
      : profile.hot(TIER_THRESHOLDS.own, this.part, left);
    if (own && this.kernel.compile(own.part)) return;
    this.nextLook = profile.next();
  }

  /** Uses what another thread has translated, if that is more than there is. */
  adopt(): boolean {
    const { kernel, profile } = this;
    const { store } = this.helpers;
    const changes = store?.changes ?? 0;
    if (!store || changes === this.seenChanges) return false;
    this.seenChanges = changes;
    const part = profile.isLarge ? store.getPart?.(kernel.keyOf(undefined)) : undefined;
    if (profile.isLarge ? !part || part.length <= (this.part?.length ?? 0) : this.isTranslated) return false;
    const key = kernel.keyOf(part);
    const cached = store.get(key);
    return cached !== undefined && kernel.useCached(cached, key, part);
  }

  /** Keeps for later runs what they may translate before they begin. */
  keep(): void {
    const { forLaterRuns } = this.profile;
    if (forLaterRuns) this.helpers.store?.later?.putInterpreted(this.kernel.keyOf(undefined), forLaterRuns);
  }
}
