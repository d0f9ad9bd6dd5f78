// Hazards: pairs of dependent instructions that the hardware must not execute too close together, by wavefront.

import { placeOf } from './auxiliary.js';
import { FLAG, P, UNIT } from './numbers.js';
import { double, int, setDouble, setInt } from './platform.js';
import { doubles, ints, slots, units } from './room.js';
import { FLAGS, fact } from './slots.js';

/** Dwords of a block of 32 bytes. */
const BLOCK_WORDS: i32 = 8;

/** Scalar instructions of a slot wait until then; conditions that its last instruction has changed. */
let scalarFrom: i32 = 0;
let changesOf: i32 = 0;

export function placeHazards(): void {
  scalarFrom = doubles(units * slots, 0);
  changesOf = ints(units * slots, 0);
}

/** Another wavefront begins. */
export function clearHazards(slot: i32): void {
  setDouble(scalarFrom + slot, 0);
  setInt(changesOf + slot, 0);
}

/** From when on an instruction can be issued behind those before it. */
export function hazardsOver(slot: i32, word: i32, unit: i32, cycle: f64): f64 {
  if (unit !== UNIT.salu && unit !== UNIT.branch && unit !== UNIT.scalar) return cycle;
  const tested: i32 = ((fact(word, FLAGS) / FLAG.reads) | 0) & FLAG.conditions;
  const changed = int(changesOf + slot) & tested;
  const delay: i32 = changed === 0 ? 0 : int(P.hazards_conditionToBranchCycles);
  // It is waited for once.
  if (delay > 0) setInt(changesOf + slot, 0);
  return Math.max(cycle + delay, double(scalarFrom + slot));
}

/**
 * An instruction has been issued. Gives how many cycles longer it takes its wavefront: one of 8 bytes may begin late in
 * its block.
 */
export function noteIssued(slot: i32, word: i32, cycle: f64): i32 {
  const flags = fact(word, FLAGS);
  setInt(changesOf + slot, ((flags / FLAG.changes) | 0) & FLAG.conditions);
  if ((flags & FLAG.delaysScalar) !== 0) setDouble(scalarFrom + slot, cycle + int(P.hazards_vectorToScalarCycles));
  const late = (flags & FLAG.long) !== 0 && placeOf(word) % BLOCK_WORDS >= int(P.frontEnd_longFreeDwords);
  return late ? int(P.frontEnd_longPenaltyCycles) : 0;
}
