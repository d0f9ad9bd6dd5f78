// Properties of the vector instructions of a run that decide whether a further instruction may join them.

import type { Isa } from '../../isa/isa.js';
import type { Placed } from './flow.js';
import type { VectorFacts } from './placed-instruction.js';
import { execNumbers, SCALAR, usesIn } from './registers.js';
import { hasLoad } from './vector-facts.js';

/** Vector instructions of one loop: a longer body only costs compile time. */
const RUN_LIMIT = 48;

/** Scalar registers that a run reads at its end, or once for all its instructions. */
const lateRegisters = (isa: Isa): readonly number[] => [...execNumbers(isa), SCALAR + isa.operands.special.m0];

export class RunContents {
  private length = 0;
  /** Scalar registers that its instructions write, and those of them that are lane masks (first of the pair). */
  private readonly writes = new Set<number>();
  private readonly maskWrites = new Set<number>();
  readonly loads = new Set<string>();
  readonly stores = new Set<string>();

  /** @param repeats memory is known not to be refused and not to be shared between lanes: stores may follow loads */
  constructor(private readonly repeats = false) {}

  add(facts: VectorFacts): void {
    this.length++;
    for (const register of facts.writes) this.writes.add(register);
    for (const mask of facts.maskWrites) this.maskWrites.add(mask);
    for (const name of facts.loads) this.loads.add(name);
    for (const name of facts.stores) this.stores.add(name);
  }

  get usesGlobalMemory(): boolean {
    return this.loads.has('global') || this.stores.has('global');
  }

  /**
   * True if a scalar instruction may be executed before the loop although it follows its beginning. Scalar registers
   * that the run has read so far are in locals of its own, except EXEC and M0.
   */
  canMoveUp(placed: Placed): boolean {
    // A load must not overtake a store, nor its fault the fault of another access.
    if (this.usesGlobalMemory && hasLoad(placed.statements)) return false;
    const uses = usesIn(placed);
    if (lateRegisters(placed.instruction.def.isa).some((register) => uses.writes.has(register))) return false;
    for (const register of this.writes) if (uses.reads.has(register) || uses.writes.has(register)) return false;
    return true;
  }

  /** True if a vector instruction may join the same loop. */
  joins(facts: VectorFacts): boolean {
    if (this.length >= RUN_LIMIT) return false;
    // A mask that was written in the run is known as truth values only, under its own number.
    for (const register of facts.words) if (this.writes.has(register)) return false;
    for (const mask of facts.masks) if (this.writesPartOf(mask) && !this.maskWrites.has(mask)) return false;
    for (const mask of facts.maskWrites) if (this.writesPartOf(mask) && !this.maskWrites.has(mask)) return false;
    for (const name of facts.loads) if (this.stores.has(name)) return false;
    if (this.repeats) return true;
    for (const name of facts.stores) if (this.stores.has(name) || this.loads.has(name)) return false;
    return true;
  }

  private writesPartOf(mask: number): boolean {
    return this.writes.has(SCALAR + mask) || this.writes.has(SCALAR + mask + 1);
  }
}
