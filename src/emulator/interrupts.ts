// Interrupts that kernels raise for the host (s_sendmsg MSG_INTERRUPT), where a driver takes them: words in the engine
// region, in which every thread that executes leaves them and the driver's thread finds them.

import { PAGE_SIZE } from '../abi/memory-map.js';
import type { GpuMemory } from './memory.js';
import { PAGE_TABLE } from './state.js';

/** A word that says whether interrupts are accepted, then a bit for each of the numbers that hardware passes on. */
const ARMED = (PAGE_TABLE - PAGE_SIZE) >>> 2;
const BITS = ARMED + 1;
/** Of M0, in kernels of today's compilers. */
const NUMBERS = 256;

/** A driver takes interrupts from now on: without one they are faults. */
export const takeInterrupts = (memory: GpuMemory): void => void Atomics.store(memory.i32, ARMED, 1);

export const hasInterrupts = (memory: GpuMemory): boolean => Atomics.load(memory.i32, ARMED) !== 0;

/** @param data M0 */
export function raiseInterrupt(memory: GpuMemory, data: number): void {
  const number = data & (NUMBERS - 1);
  Atomics.or(memory.i32, BITS + (number >>> 5), 1 << (number & 31));
}

/** Raises all: a host that waits for anything looks at it. */
export function raiseAllInterrupts(memory: GpuMemory): void {
  for (let word = 0; word < NUMBERS / 32; word++) Atomics.or(memory.i32, BITS + word, -1);
}

/** Those that were raised since the last call. */
export function interruptsOf(memory: GpuMemory): number[] {
  const numbers: number[] = [];
  for (let word = 0; word < NUMBERS / 32; word++) {
    if (Atomics.load(memory.i32, BITS + word) === 0) continue;
    const bits = Atomics.exchange(memory.i32, BITS + word, 0);
    for (let bit = 0; bit < 32; bit++) if ((bits >>> bit) & 1) numbers.push(32 * word + bit);
  }
  return numbers;
}
