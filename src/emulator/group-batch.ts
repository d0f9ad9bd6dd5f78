// Work-groups that an engine runs by itself (`Engine.runGroups`): what it is told, and how the dispatcher goes on when the
// engine stops inside of one. Both sides see it in shared memory, because the engine's side may be compiled code.

import type { Counts } from './counts.js';
import type { InitialState } from './initial-state.js';
import { allocatedLds, type GroupBox, groupId, type LaunchDescriptor } from './launch.js';
import { BATCH_OFFSET, BATCH_SIZE, unitBase, WAVEFRONTS_PER_UNIT } from './state.js';
import type { Wavefront } from './wavefront.js';
import type { ComputeUnit, WorkGroup } from './workgroup.js';

/** Instructions that a wavefront may execute before its neighbours get a turn: a spinning one must not starve them. */
export const SLICE = 1 << 16;

/** Meetings at a barrier after which the engine returns from work-groups that may not end: somebody may have stopped it. */
export const PATIENCE = 4096;

const AT_WAVEFRONTS = 128;

/**
 * The batch in memory: byte offsets from the unit's slice. The dispatcher writes the fields of the first part, the engine the
 * others.
 */
export const BATCH = {
  /** Wavefronts of a work-group. */
  wavefronts: BATCH_OFFSET,
  /** Work-groups of the batch's box in x and y. */
  countX: BATCH_OFFSET + 4,
  countY: BATCH_OFFSET + 8,
  /** Bytes from the start of a slot to the scalars of the work-group's numbers. */
  groupX: BATCH_OFFSET + 12,
  groupY: BATCH_OFFSET + 16,
  groupZ: BATCH_OFFSET + 20,
  ldsBytes: BATCH_OFFSET + 24,
  /** Bytes of the allocated VGPRs. */
  vgprBytes: BATCH_OFFSET + 28,

  /** Work-groups that have been started. */
  started: BATCH_OFFSET + 32,
  /** Number of the last one in the box. */
  number: BATCH_OFFSET + 36,
  /** Its wavefront that runs, or ran last. */
  turn: BATCH_OFFSET + 40,
  /** How many of its wavefronts, from the first on, have their starting state. */
  begun: BATCH_OFFSET + 44,
  /** Bits of those that can run, without the one of `turn`, and of those that wait at the barrier. */
  running: BATCH_OFFSET + 48,
  waiting: BATCH_OFFSET + 52,
  /** Where a work-group is resumed, bits of those that have their turn behind the others that can run. */
  later: BATCH_OFFSET + 72,
  /** Meetings at the barrier of all work-groups, and of the last one. */
  barriers: BATCH_OFFSET + 56,
  groupBarriers: BATCH_OFFSET + 60,
  /** The rest of the budget; and what the wavefront of `turn` has left of its slice. */
  budget: BATCH_OFFSET + 64,
  slice: BATCH_OFFSET + 68,
  /** For each wavefront the instructions since it started, and a word of the engine's own. */
  executed: BATCH_OFFSET + AT_WAVEFRONTS,
  resume: BATCH_OFFSET + AT_WAVEFRONTS + 4 * WAVEFRONTS_PER_UNIT,
} as const;
if (AT_WAVEFRONTS + 8 * WAVEFRONTS_PER_UNIT > BATCH_SIZE) throw new RangeError('a batch is too large');

/** The batches of one dispatch on one compute unit, one at a time. */
export class GroupBatch {
  /** Byte address of the unit's slice. */
  readonly base: number;
  /** Number of the first work-group in the box, and the distance of the others: 1 or -1. */
  first = 0;
  readonly step: number;
  count = 0;
  /** The last work-group is in progress: the engine goes on with it. It is one of `count`. */
  resumes = false;
  /** Instructions of the last `runGroups`, as far as they count for its budget. */
  used = 0;
  private readonly words: Int32Array;

  constructor(
    private readonly unit: ComputeUnit,
    readonly launch: LaunchDescriptor,
    /** Of which all its work-groups are. */
    private readonly box: GroupBox,
    private readonly initial: InitialState,
    readonly wavefronts: readonly Wavefront[],
    readonly counts: Counts,
  ) {
    this.base = unitBase(unit.unit);
    this.step = launch.order === 'descending' ? -1 : 1;
    this.words = unit.memory.i32;
  }

  get group(): WorkGroup {
    return this.unit.workGroup;
  }

  read(field: number): number {
    return this.words[(this.base + field) >>> 2]!;
  }
  write(field: number, value: number): void {
    this.words[(this.base + field) >>> 2] = value;
  }

  /** Lays down what compiled code needs to know of the launch, and that nothing has been started. @param number in the launch */
  prepare(number: number, count: number): void {
    this.first = number - this.box.first;
    this.count = count;
    this.resumes = false;
    const { initial, launch, unit } = this;
    const [x, y, z] = initial.groupWords;
    initial.provide(unit);
    this.write(BATCH.wavefronts, this.wavefronts.length);
    this.write(BATCH.countX, this.box.counts[0]);
    this.write(BATCH.countY, this.box.counts[1]);
    this.write(BATCH.groupX, 4 * x);
    this.write(BATCH.groupY, 4 * y);
    this.write(BATCH.groupZ, 4 * z);
    this.write(BATCH.ldsBytes, allocatedLds(launch));
    this.write(BATCH.vgprBytes, initial.vgprBytes);
    this.write(BATCH.started, 0);
    this.write(BATCH.barriers, 0);
    this.used = 0;
  }

  /** The work-group in progress is the first one of the next batch. @param turn number of the wavefront that is next */
  resume(turn: number, count: number): void {
    const { group, wavefronts } = this;
    this.prepare(group.number, count + 1);
    this.resumes = true;
    let [running, waiting] = [0, 0];
    for (const { index, status, executed } of wavefronts) {
      if (status === 'running') running |= 1 << index;
      else if (status === 'barrier') waiting |= 1 << index;
      this.write(BATCH.executed + 4 * index, executed);
    }
    const before = (1 << turn) - 1;
    this.write(BATCH.number, this.first);
    this.write(BATCH.begun, wavefronts.length);
    this.write(BATCH.running, running & ~before);
    this.write(BATCH.later, running & before);
    this.write(BATCH.waiting, waiting);
    this.write(BATCH.groupBarriers, group.barriers);
  }

  /** The wavefront that runs; its work-group then says which one it is. */
  current(): Wavefront {
    const number = this.box.first + this.read(BATCH.number);
    const { group } = this;
    if (group.number !== number || group.launch !== this.launch) this.name(number);
    return this.wavefronts[this.read(BATCH.turn)]!;
  }

  /** Makes the unit's work-group object stand for a number of the launch. */
  name(number: number): void {
    const { group } = this;
    group.launch = this.launch;
    group.number = number;
    group.id = groupId(this.box, number);
    group.wavefronts = this.wavefronts;
    group.barriers = 0;
  }

  /** The engine has stopped inside of a work-group: handles of its wavefronts say what memory says. Gives the one that ran. */
  leave(): Wavefront {
    const wavefront = this.current();
    this.group.barriers = this.read(BATCH.groupBarriers);
    const begun = this.read(BATCH.begun);
    const [running, waiting] = [this.read(BATCH.running), this.read(BATCH.waiting)];
    for (const each of this.wavefronts) {
      const bit = 1 << each.index;
      // The engine may have noted one already.
      if (each !== wavefront) each.fault = undefined;
      each.passBreakpoint = false;
      if (each.index >= begun) this.initial.apply(each, this.group, this.unit);
      else {
        each.executed = this.read(BATCH.executed + 4 * each.index);
        each.status = (running & bit) !== 0 ? 'running' : (waiting & bit) !== 0 ? 'barrier' : 'ended';
      }
    }
    return wavefront;
  }
}
