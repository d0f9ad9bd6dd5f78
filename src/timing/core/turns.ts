// Service times of the units of a compute unit for one access, and the queues in front of them.

import { KIND, LINE_BYTES, P } from './numbers.js';
import { double, int, setDouble, setInt } from './platform.js';
import { doubles, ints, units } from './room.js';
import { conflictsOf, dwordsOf, kindOf, lanesOf } from './streams.js';

/** Cycles of the address unit; L1 moves a line in each. @param comparesData whether an atomic has two data */
export function vectorTurn(head: i32, count: i32, comparesData: boolean): i32 {
  const lanes = lanesOf(head);
  const dwords = dwordsOf(head);
  const kind = kindOf(head);
  let turn: i32 = int(dwords > 1 ? P.vectorMemory_loadWideCycles : P.vectorMemory_loadDwordCycles);
  if (kind === KIND.store) turn = int(P.vectorMemory_storeCycles);
  if (kind === KIND.atomic) turn = int(comparesData ? P.vectorMemory_compareSwapCycles : P.vectorMemory_atomicCycles);
  if (count > turn) turn = count;
  const bytes = lanes * dwords * 4;
  const coalesced = count <= (((bytes + LINE_BYTES - 1) / LINE_BYTES) | 0) + 1;
  if (coalesced) return turn;
  const perCycle = int(P.vectorMemory_lanesPerCycle);
  const apart: i32 = ((lanes + perCycle - 1) / perCycle) | 0;
  return apart > turn ? apart : turn;
}

/** Cycles of LDS. */
export function ldsTurn(head: i32): i32 {
  const dwords = dwordsOf(head);
  const kind = kindOf(head);
  let turn: i32 = 0;
  if (kind === KIND.atomic) turn = int(P.lds_atomicCycles);
  else if (kind === KIND.load)
    turn = int(dwords > 2 ? P.lds_read128Cycles : dwords > 1 ? P.lds_read64Cycles : P.lds_read32Cycles);
  else turn = int(dwords > 2 ? P.lds_write128Cycles : dwords > 1 ? P.lds_write64Cycles : P.lds_write32Cycles);
  return turn + conflictsOf(head);
}

/** Cycles in which a queue's unit worked. Queues of address units, and then those of LDS. */
export let queueBusy: i32 = 0;
/** When a queue's unit has done all that it has been given. */
let queueFree: i32 = 0;
let queueNext: i32 = 0;
let addressEnds: i32 = 0;
let ldsEnds: i32 = 0;

export function placeQueues(): void {
  queueBusy = doubles(2 * units, 0);
  queueFree = doubles(2 * units, 0);
  queueNext = ints(2 * units, 0);
  addressEnds = doubles(units * int(P.vectorMemory_queueEntries), 0);
  ldsEnds = doubles(units * int(P.lds_queueEntries), 0);
}

function endAt(unit: i32, lds: boolean): i32 {
  return lds
    ? ldsEnds + unit * int(P.lds_queueEntries) + int(queueNext + units + unit)
    : addressEnds + unit * int(P.vectorMemory_queueEntries) + int(queueNext + unit);
}

/** From which cycle on a queue takes another instruction. */
export function accepts(unit: i32, lds: boolean): f64 {
  return double(endAt(unit, lds));
}

/** Gives an instruction to a queue. @returns when its turn is over */
export function enqueue(unit: i32, lds: boolean, cycle: f64, turn: i32): f64 {
  const queue: i32 = lds ? units + unit : unit;
  const end = Math.max(cycle, double(queueFree + queue)) + turn;
  setDouble(queueFree + queue, end);
  setDouble(queueBusy + queue, double(queueBusy + queue) + turn);
  setDouble(endAt(unit, lds), end);
  const entries = int(lds ? P.lds_queueEntries : P.vectorMemory_queueEntries);
  const next = int(queueNext + queue) + 1;
  setInt(queueNext + queue, next === entries ? 0 : next);
  return end;
}
