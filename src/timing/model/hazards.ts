// What the hardware must not see too soon behind what, wavefront by wavefront.

import type { Parameters } from '../config/parameters.js';
import { changesConditions, FLAG, type Program, readsConditions, UNIT } from '../program/program.js';

/** Dwords of a block of 32 bytes. */
const BLOCK_WORDS = 8;

export class Hazards {
  /** Scalar instructions of a slot wait until then. */
  private readonly scalarFrom: Float64Array;
  /** Conditions that its last instruction has changed. */
  private readonly changes: Uint8Array;

  constructor(
    slots: number,
    private readonly parameters: Parameters,
    private readonly program: Program,
  ) {
    this.scalarFrom = new Float64Array(slots);
    this.changes = new Uint8Array(slots);
  }

  /** Another wavefront begins. */
  clear(slot: number): void {
    this.scalarFrom[slot] = this.changes[slot] = 0;
  }

  /** From when on an instruction can be issued behind those before it. */
  before(slot: number, word: number, unit: number, cycle: number): number {
    if (unit !== UNIT.salu && unit !== UNIT.branch && unit !== UNIT.scalar) return cycle;
    const changed = this.changes[slot]! & readsConditions(this.program.flags[word]!);
    const delay = changed === 0 ? 0 : this.parameters.hazards.conditionToBranchCycles;
    // It is waited for once.
    if (delay > 0) this.changes[slot] = 0;
    return Math.max(cycle + delay, this.scalarFrom[slot]!);
  }

  /** An instruction has been issued. Gives how many cycles longer it takes its wavefront: one of 8 bytes may begin late in its block. */
  issued(slot: number, word: number, cycle: number): number {
    const { frontEnd, hazards } = this.parameters;
    const flags = this.program.flags[word]!;
    this.changes[slot] = changesConditions(flags);
    if ((flags & FLAG.delaysScalar) !== 0) this.scalarFrom[slot] = cycle + hazards.vectorToScalarCycles;
    const late = this.program.size[word] === 2 && word % BLOCK_WORDS >= frontEnd.longFreeDwords;
    return late ? frontEnd.longPenaltyCycles : 0;
  }
}
