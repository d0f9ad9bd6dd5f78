// Work-groups that an engine runs by itself (`Engine.runGroups`): its parameters, and how the dispatcher continues when
// the engine stops inside of one. Both sides see it in shared memory (batch-layout.ts), because the engine's side may
// be compiled code.

import { BatchWords } from './batch-layout.js';
import type { Counts } from './counts.js';
import type { InitialState } from './initial-state.js';
import { allocatedLds, type GroupBox, groupId, type LaunchDescriptor } from './launch.js';
import { unitBase } from './state.js';
import type { Wavefront } from './wavefront.js';
import type { ComputeUnit, WorkGroup } from './workgroup.js';

/** Barriers passed until the engine returns from work-groups that may not end: the launch may have been cancelled. */
export const BARRIER_BUDGET = 4096;

/** The batches of one dispatch on one compute unit, one at a time. */
export class GroupBatch {
  /** Byte address of the unit's slice. */
  readonly base: number;
  /** Number of the first work-group in the box, and the distance of the others: 1 or -1. */
  first = 0;
  readonly step: number;
  count = 0;
  /** The last work-group is in progress: the engine continues with it. It is one of `count`. */
  resumes = false;
  /** Instructions of the last `runGroups`, as far as they count for its budget. */
  used = 0;
  /** Fields that both sides access. */
  readonly words: BatchWords;

  constructor(
    private readonly unit: ComputeUnit,
    readonly launch: LaunchDescriptor,
    /** Box of all its work-groups. */
    private readonly box: GroupBox,
    private readonly initial: InitialState,
    readonly wavefronts: readonly Wavefront[],
    readonly counts: Counts,
    /** Set if wavefronts yield after barriers. */
    private readonly isEven: boolean,
  ) {
    this.base = unitBase(unit.unit);
    this.step = launch.order === 'descending' ? -1 : 1;
    this.words = new BatchWords(unit.memory, this.base);
  }

  get group(): WorkGroup {
    return this.unit.workGroup;
  }

  /**
   * Lays down what compiled code needs to know of the launch, and that nothing has been started. @param number in the
   * launch
   */
  prepare(number: number, count: number): void {
    this.first = number - this.box.first;
    this.count = count;
    this.resumes = false;
    const { initial, launch, unit } = this;
    const [x, y, z] = initial.groupWords;
    initial.provide(unit);
    this.words.set('wavefronts', this.wavefronts.length);
    this.words.set('countX', this.box.counts[0]);
    this.words.set('countY', this.box.counts[1]);
    this.words.set('groupX', 4 * x);
    this.words.set('groupY', 4 * y);
    this.words.set('groupZ', 4 * z);
    this.words.set('ldsBytes', allocatedLds(launch));
    this.words.set('vgprBytes', initial.vgprBytes);
    this.words.set('even', this.isEven ? -1 : 0);
    this.words.set('started', 0);
    this.words.set('barriers', 0);
    this.used = 0;
  }

  /** The work-group in progress is the first one of the next batch. @param turn number of the wavefront that is next */
  resume(turn: number, count: number): void {
    const { group, wavefronts } = this;
    this.prepare(group.number, count + 1);
    this.resumes = true;
    let [running, waiting, giving] = [0, 0, 0];
    for (const { index, status, executed, givesWay } of wavefronts) {
      if (givesWay) giving |= 1 << index;
      if (status === 'running') running |= 1 << index;
      else if (status === 'barrier') waiting |= 1 << index;
      this.words.set('executed', executed, index);
    }
    const before = (1 << turn) - 1;
    this.words.set('number', this.first);
    this.words.set('begun', wavefronts.length);
    this.words.set('running', running & ~before);
    this.words.set('later', running & before);
    this.words.set('waiting', waiting);
    this.words.set('giving', giving);
    this.words.set('groupBarriers', group.barriers);
  }

  /** The wavefront that runs; its work-group then says which one it is. */
  current(): Wavefront {
    const number = this.box.first + (this.words.get('number') >>> 0);
    const { group } = this;
    if (group.number !== number || group.launch !== this.launch) this.name(number);
    return this.wavefronts[this.words.get('turn')]!;
  }

  /** Makes the work-group object of a place stand for a number of the launch. */
  name(number: number, group: WorkGroup = this.group): void {
    group.launch = this.launch;
    group.number = number;
    group.id = groupId(this.box, number);
    group.wavefronts = group.slots.slice(0, this.wavefronts.length);
    group.barriers = 0;
  }

  /**
   * The engine has stopped inside of a work-group: handles of its wavefronts say what memory says. Gives the one that
   * ran.
   */
  leave(): Wavefront {
    const wavefront = this.current();
    this.group.barriers = this.words.get('groupBarriers');
    const begun = this.words.get('begun');
    const [running, waiting] = [this.words.get('running'), this.words.get('waiting')];
    const giving = this.words.get('giving');
    for (const each of this.wavefronts) {
      const bit = 1 << each.index;
      // The engine may have noted one already.
      if (each !== wavefront) each.fault = undefined;
      each.passBreakpoint = false;
      if (each.index >= begun) this.initial.apply(each, this.group, this.unit);
      else {
        each.executed = this.words.get('executed', each.index);
        each.givesWay = (giving & bit) !== 0;
        each.status = (running & bit) !== 0 ? 'running' : (waiting & bit) !== 0 ? 'barrier' : 'ended';
      }
    }
    return wavefront;
  }
}
