// A work-group on a compute unit: its wavefronts, its LDS and its barrier.

import { type BulkMemory, openBulkMemory } from './bulk-memory.js';
import { allocatedLds, type LaunchDescriptor, type Size3 } from './launch.js';
import type { GpuMemory } from './memory.js';
import {
  LDS_OFFSET,
  LDS_SIZE,
  SCRATCH_PER_UNIT,
  TEMPLATE_OFFSET,
  TEMPLATE_STRIDE,
  unitBase,
  WAVEFRONTS_PER_UNIT,
} from './state.js';
import { Wavefront } from './wavefront.js';
import { scratchBytesPerWavefront, wavefrontsPerGroup } from './wavefronts.js';

/** The work-group that occupies a place of a compute unit. The object is reused for every work-group there. */
export class WorkGroup {
  launch!: LaunchDescriptor;
  /** Number in the NDRange, x fastest. */
  number = 0;
  id: Size3 = [0, 0, 0];
  /** Its wavefronts, in order. */
  wavefronts: readonly Wavefront[] = [];
  /** Number of barriers that all wavefronts have passed. */
  barriers = 0;
  /** Next wavefront, for the scheduler. */
  turn = 0;

  constructor(
    /** Byte address of its LDS. */
    readonly ldsBase: number,
    /** Its LDS; `allocatedLds(launch)` bytes of it are accessible. */
    readonly lds: Uint8Array,
    /** The wavefronts of its place; the first ones are its own. */
    readonly slots: readonly Wavefront[],
  ) {
    for (const wavefront of slots) wavefront.workGroup = this;
  }

  get ended(): boolean {
    return this.wavefronts.every((wavefront) => wavefront.status === 'ended');
  }

  /** Lets those continue whose barrier of several work-groups is open. */
  passGridBarriers(): void {
    for (const wavefront of this.wavefronts) {
      if (!wavefront.awaits?.isOpen) continue;
      wavefront.awaits = undefined;
      wavefront.status = 'running';
    }
  }

  /** Lets the waiting wavefronts continue when all that have not ended are waiting. Says whether it did. */
  releaseBarrier(): boolean {
    let waiting = 0;
    for (const { status, awaits } of this.wavefronts) {
      if (awaits) return false;
      if (status === 'barrier') waiting++;
      else if (status !== 'ended') return false;
    }
    if (waiting === 0) return false;
    for (const wavefront of this.wavefronts) if (wavefront.status === 'barrier') wavefront.status = 'running';
    this.barriers++;
    return true;
  }
}

/** Compute unit: the place of one work-group at a time, a slice of the engine region of a guest's memory. */
export class ComputeUnit {
  /** The place for a work-group of any size, and its wavefronts. */
  readonly workGroup: WorkGroup;
  readonly wavefronts: readonly Wavefront[];
  readonly bulk: BulkMemory;
  /** Owner of the templates in this unit's slice: two dispatches may take turns. */
  templatesOf: object | undefined;
  /** Owner of the local ids in the templates. */
  idsOf: object | undefined;
  private readonly onePlace: readonly WorkGroup[];
  /** Byte addresses of the templates, as the signed words that WebAssembly takes without a conversion. */
  readonly templates: Int32Array;

  /**
   * @param unit number of the slice, 0 to MAX_UNITS - 1; two dispatches that run at the same time need different ones
   */
  constructor(
    readonly memory: GpuMemory,
    readonly unit: number,
  ) {
    this.bulk = openBulkMemory(memory);
    const templates = unitBase(unit) + TEMPLATE_OFFSET;
    this.templates = Int32Array.from({ length: WAVEFRONTS_PER_UNIT }, (_, slot) => templates + slot * TEMPLATE_STRIDE);
    this.workGroup = this.place(0, WAVEFRONTS_PER_UNIT, 0);
    this.wavefronts = this.workGroup.slots;
    this.onePlace = [this.workGroup];
  }

  /** Others have used its slice: what lies there is not what it was. */
  forget(): void {
    this.templatesOf = undefined;
    this.idsOf = undefined;
  }

  /**
   * Places for work-groups of a launch, beside one another.
   *
   * @param most how many are wanted; fewer where slots, LDS or scratch do not suffice, but always one
   */
  placesFor(launch: LaunchDescriptor, most: number): readonly WorkGroup[] {
    if (most === 1) return this.onePlace;
    const slots = wavefrontsPerGroup(launch);
    const lds = allocatedLds(launch);
    const scratch = slots * scratchBytesPerWavefront(launch);
    const fitting = (capacity: number, each: number): number => (each === 0 ? most : Math.floor(capacity / each));
    const count = Math.min(
      most,
      fitting(WAVEFRONTS_PER_UNIT, slots),
      fitting(LDS_SIZE, lds),
      fitting(SCRATCH_PER_UNIT, scratch),
    );
    const others = Array.from({ length: Math.max(count - 1, 0) }, (_, n) =>
      this.place((n + 1) * slots, slots, (n + 1) * lds),
    );
    return [this.workGroup, ...others];
  }

  /** @param slot the first one, of `count` @param lds bytes of LDS that lie before its own */
  private place(slot: number, count: number, lds: number): WorkGroup {
    const { memory, unit } = this;
    const ldsBase = unitBase(unit) + LDS_OFFSET + lds;
    const wavefronts = Array.from({ length: count }, (_, index) => new Wavefront(memory, unit, slot + index, index));
    return new WorkGroup(ldsBase, new Uint8Array(memory.memory.buffer, ldsBase, LDS_SIZE - lds), wavefronts);
  }
}
