// How long units of a compute unit work on one access.

import { LINE_BYTES, type Parameters } from '../config/parameters.js';
import { conflictsOf, dwordsOf, KIND, kindOf, lanesOf } from '../records/words.js';

/** Cycles of the address unit; L1 moves a line in each. @param count lines @param comparesData whether an atomic has two data */
export function vectorTurn(
  { vectorMemory: unit }: Parameters,
  head: number,
  count: number,
  comparesData: boolean,
): number {
  const [lanes, dwords, kind] = [lanesOf(head), dwordsOf(head), kindOf(head)];
  let turn = dwords > 1 ? unit.loadWideCycles : unit.loadDwordCycles;
  if (kind === KIND.store) turn = unit.storeCycles;
  if (kind === KIND.atomic) turn = comparesData ? unit.compareSwapCycles : unit.atomicCycles;
  const coalesced = count <= Math.ceil((lanes * dwords * 4) / LINE_BYTES) + 1;
  return Math.max(turn, count, coalesced ? 0 : Math.ceil(lanes / unit.lanesPerCycle));
}

/** Cycles of LDS. */
export function ldsTurn({ lds }: Parameters, head: number): number {
  const [dwords, kind] = [dwordsOf(head), kindOf(head)];
  const size = dwords > 2 ? 128 : dwords > 1 ? 64 : 32;
  const base = kind === KIND.load ? lds[`read${size}Cycles`] : lds[`write${size}Cycles`];
  return (kind === KIND.atomic ? lds.atomicCycles : base) + conflictsOf(head);
}
