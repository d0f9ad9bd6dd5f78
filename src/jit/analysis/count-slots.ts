// Counters of compiled code: one word for each block, a second one for each conditional branch, and one for each
// stretch of code in which EXEC does not change and vector instructions read it. A block that ends with a conditional
// branch is counted at its end, each direction in a word of its own, so that each executed block costs one addition.

import { isVector } from '../../isa/evaluate.js';
import type { Block, Placed } from './flow.js';
import { execNumbers, usesIn } from './registers.js';

/** A stretch with one EXEC, from its first vector instruction on. */
export interface LaneStretch {
  /** Counter of inactive lanes. */
  readonly slot: number;
  /** Position of the first instruction in the block's body. */
  readonly position: number;
  /** Address of that, and behind the last one. */
  readonly pc: number;
  readonly end: number;
}

/** Words of a block in the table of counts, by their numbers. That of the block itself is its own number. */
export interface BlockSlots {
  /**
   * Counter of the block when the condition of its branch holds; absent: the block has no condition, and is counted at
   * its beginning.
   */
  readonly taken?: number;
  readonly lanes: readonly LaneStretch[];
}

const writesExec = (placed: Placed): boolean => {
  const { writes } = usesIn(placed);
  return execNumbers(placed.instruction.def.isa).some((register) => writes.has(register));
};

/** True if an ending depends on a condition. */
const isConditional = ({ ending, last }: Block): boolean =>
  ending !== 'leave' && last !== undefined && last.statements.some((stmt) => stmt.kind === 'branch' && stmt.when);

const endOf = ({ pc, instruction }: Placed): number => pc + instruction.size;

function laneStretches({ body }: Block, slot: () => number): LaneStretch[] {
  const stretches: LaneStretch[] = [];
  let open: Omit<LaneStretch, 'end'> | undefined;
  body.forEach((placed, position) => {
    if (!open && isVector(placed.instruction.def)) open = { slot: slot(), position, pc: placed.pc };
    if (!open || !(position === body.length - 1 || writesExec(placed))) return;
    stretches.push({ ...open, end: endOf(placed) });
    open = undefined;
  });
  return stretches;
}

/** The words of all blocks of a kernel. */
export function countSlots(blocks: readonly Block[]): readonly BlockSlots[] {
  let next = blocks.length;
  const slot = (): number => next++;
  return blocks.map((block) => ({
    ...(isConditional(block) ? { taken: slot() } : {}),
    lanes: laneStretches(block, slot),
  }));
}
