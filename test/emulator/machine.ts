// One wavefront of one engine, to run whole programs from a given state.

import { SCRATCH_BASE } from '../../src/abi/memory-map.js';
import { Counts } from '../../src/emulator/counts.js';
import type { Engine, RunOutcomeKind } from '../../src/emulator/engine.js';
import type { LaunchDescriptor } from '../../src/emulator/launch.js';
import type { GpuMemory } from '../../src/emulator/memory.js';
import { VGPR_WORDS, WORD } from '../../src/emulator/state.js';
import type { Wavefront } from '../../src/emulator/wavefront.js';
import { ComputeUnit } from '../../src/emulator/workgroup.js';
import { CODE, createMemory, DATA, type DataPlace, launchOf } from './harness.js';

const BUDGET = 1_000_000;

const IN_SCRATCH = 0x5c2a_7c91;

const rowsOfWidth = (width: number): Partial<LaunchDescriptor> =>
  width === 0
    ? {}
    : { localIds: 1, localSize: [width, VGPR_WORDS / width, 1], globalSize: [width, VGPR_WORDS / width, 1] };

export class Machine {
  readonly memory: GpuMemory;
  readonly engine: Engine;
  readonly w: Wavefront;
  private readonly unit: ComputeUnit;
  private readonly dataAt: number;

  /** @param place of the data, in the lowest space unless given */
  constructor(make: (memory: GpuMemory) => Engine, place?: DataPlace) {
    this.memory = createMemory(place);
    this.unit = new ComputeUnit(this.memory, 0);
    this.dataAt = place?.data ?? DATA;
    this.engine = make(this.memory);
    // Private memory of the first wavefront is in use, so that reads of it by mistake show.
    this.memory.u32.fill(IN_SCRATCH, SCRATCH_BASE / 4, SCRATCH_BASE / 4 + 4 * VGPR_WORDS);
    this.w = this.unit.wavefronts[0]!;
    this.unit.workGroup.wavefronts = [this.w];
    this.w.counts = new Counts(true);
  }

  /**
   * Runs code to its end.
   *
   * @param state words of v0 to v23, then of s0 on; s[48:51] becomes a buffer at DATA
   * @param data words of data memory, from word `at` on
   * @param width of the rows of the work-group that the launch declares; 0: it has only one
   */
  run(
    code: Uint32Array,
    state: readonly number[],
    mode: number,
    ldsBytes: number,
    data: readonly number[] = [],
    at = 0,
    width = 0,
  ): RunOutcomeKind {
    const { w, unit } = this;
    const launch = launchOf(this.memory, code, { vgprs: 24, ldsBytes, ...rowsOfWidth(width) });
    unit.workGroup.launch = launch;
    w.u.fill(0);
    w.u.set(state.slice(0, 24 * VGPR_WORDS), 0);
    w.u.set(state.slice(24 * VGPR_WORDS), WORD.scalars);
    w.u[WORD.scalars + 48] = this.dataAt;
    w.exec = (1n << 64n) - 1n;
    w.u[WORD.mode] = mode;
    w.pc = CODE;
    w.u[WORD.ldsLimit] = ldsBytes;
    w.u[WORD.ldsBase] = unit.workGroup.ldsBase;
    unit.workGroup.lds.fill(0);
    w.fault = undefined;
    this.data(0x1_0000).fill(0);
    this.data(0x1_0000).set(data, at);
    this.engine.prepare(launch);
    const outcome = this.engine.run(w, BUDGET);
    // Other engines compute in this thread too.
    this.engine.pause?.();
    return outcome;
  }

  /** Words of data memory. */
  data(words: number): Uint32Array {
    return this.memory.u32.subarray(this.dataAt / 4, this.dataAt / 4 + words);
  }
}
