// A work-group on a compute unit: its wavefronts, its LDS and its barrier.

import { type BulkMemory, openBulkMemory } from './bulk-memory.js';
import type { LaunchDescriptor, Size3 } from './launch.js';
import type { GpuMemory } from './memory.js';
import { LDS_OFFSET, LDS_SIZE, TEMPLATE_OFFSET, TEMPLATE_STRIDE, unitBase, WAVEFRONTS_PER_UNIT } from './state.js';
import { Wavefront } from './wavefront.js';

/** The work-group that occupies a compute unit. The object is reused for every work-group of a dispatch. */
export class WorkGroup {
  launch!: LaunchDescriptor;
  /** Number in the NDRange, x fastest. */
  number = 0;
  id: Size3 = [0, 0, 0];
  /** Its wavefronts, in order. */
  wavefronts: readonly Wavefront[] = [];
  /** How often all wavefronts have met at a barrier. */
  barriers = 0;

  constructor(
    /** Byte address of its LDS. */
    readonly ldsBase: number,
    /** Its LDS; `allocatedLds(launch)` bytes of it are accessible. */
    readonly lds: Uint8Array,
  ) {}

  get ended(): boolean {
    return this.wavefronts.every((wavefront) => wavefront.status === 'ended');
  }

  /** Lets the waiting wavefronts go on when all that have not ended are waiting. Says whether it did. */
  releaseBarrier(): boolean {
    let waiting = 0;
    for (const { status } of this.wavefronts) {
      if (status === 'barrier') waiting++;
      else if (status !== 'ended') return false;
    }
    if (waiting === 0) return false;
    for (const wavefront of this.wavefronts) if (wavefront.status === 'barrier') wavefront.status = 'running';
    this.barriers++;
    return true;
  }
}

/** The place where work-groups execute, one at a time: a slice of the engine region of a guest's memory. */
export class ComputeUnit {
  readonly workGroup: WorkGroup;
  readonly wavefronts: readonly Wavefront[];
  readonly bulk: BulkMemory;
  /** Whose templates lie in this unit's slice: two dispatches may take turns. */
  templatesOf: object | undefined;
  /** Whose local ids lie in the templates. */
  idsOf: object | undefined;
  /** Byte addresses of the templates, as the signed words that WebAssembly takes without a conversion. */
  readonly templates: Int32Array;

  /**
   * @param unit number of the slice, 0 to MAX_UNITS - 1; two dispatches that run at the same time need different ones
   */
  constructor(
    readonly memory: GpuMemory,
    readonly unit: number,
  ) {
    const ldsBase = unitBase(unit) + LDS_OFFSET;
    this.bulk = openBulkMemory(memory);
    const templates = unitBase(unit) + TEMPLATE_OFFSET;
    this.templates = Int32Array.from({ length: WAVEFRONTS_PER_UNIT }, (_, slot) => templates + slot * TEMPLATE_STRIDE);
    this.workGroup = new WorkGroup(ldsBase, new Uint8Array(memory.memory.buffer, ldsBase, LDS_SIZE));
    this.wavefronts = Array.from({ length: WAVEFRONTS_PER_UNIT }, (_, slot) => {
      const wavefront = new Wavefront(memory, unit, slot);
      wavefront.workGroup = this.workGroup;
      return wavefront;
    });
  }
}
