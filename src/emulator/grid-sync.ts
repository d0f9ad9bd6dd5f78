// Global wave sync (ds_gws_*): barriers between work-groups, where a driver hands them out. Their words lie in the
// engine region, where all threads that execute work-groups of a launch meet. Source: "AMD Vega ISA", ds_gws_init and
// ds_gws_barrier.

import { PAGE_SIZE } from '../abi/memory-map.js';
import type { GpuMemory } from './memory.js';
import { PAGE_TABLE } from './state.js';

/** Those of a GPU. */
export const GRID_BARRIERS = 64;

/**
 * Behind the words of interrupts: whether a driver hands them out, then, of each GPU, for each how many are still to
 * come, and above it a generation.
 */
const START = PAGE_TABLE - PAGE_SIZE + 256;
const ARMED = START / 8;
const COUNTERS = ARMED + 1;
/** GPUs with the same memory that have barriers: as many as there is room for. */
export const GPUS_WITH_BARRIERS = Math.floor((PAGE_TABLE / 8 - COUNTERS) / GRID_BARRIERS);

const COUNT = 0xffff_ffffn;
const GENERATION = 1n << 32n;

/** Wait of a wavefront for the next generation of the barrier. */
export class GridTicket {
  constructor(
    private readonly memory: GpuMemory,
    private readonly word: number,
    private readonly generation: bigint,
  ) {}

  /** True if all awaited wavefronts have arrived. */
  get isOpen(): boolean {
    return BigInt.asUintN(64, Atomics.load(this.memory.i64, this.word)) >> 32n !== this.generation;
  }
}

/** A driver hands them out from now on: without one the instructions are faults. */
export const provideGridBarriers = (memory: GpuMemory): void => void Atomics.store(memory.i64, ARMED, 1n);

/** Why kernels cannot use them, or undefined. */
export const gridSyncProblem = (memory: GpuMemory, gpu = 0): string | undefined =>
  Atomics.load(memory.i64, ARMED) === 0n || gpu >= GPUS_WITH_BARRIERS
    ? 'global wave sync needs resources that no driver has allocated'
    : undefined;

const wordOf = (gpu: number, barrier: number): number =>
  COUNTERS + gpu * GRID_BARRIERS + (barrier & (GRID_BARRIERS - 1));

/** @param others wavefronts that come to the barrier, but one */
export function initGridBarrier(memory: GpuMemory, gpu: number, barrier: number, others: number): void {
  const word = wordOf(gpu, barrier);
  change(memory, word, (old) => (old & ~COUNT) | BigInt(others >>> 0));
}

/** A wavefront arrives. The last one opens the barrier, and says how many come the next time. */
export function arriveAtGridBarrier(memory: GpuMemory, gpu: number, barrier: number, others: number): GridTicket {
  const word = wordOf(gpu, barrier);
  const old = change(memory, word, (now) =>
    (now & COUNT) === 0n ? BigInt.asUintN(64, (now & ~COUNT) + GENERATION) | BigInt(others >>> 0) : now - 1n,
  );
  return new GridTicket(memory, word, old >> 32n);
}

/** @returns what the word was */
function change({ i64 }: GpuMemory, word: number, next: (old: bigint) => bigint): bigint {
  for (;;) {
    const old = Atomics.load(i64, word);
    const unsigned = BigInt.asUintN(64, old);
    if (Atomics.compareExchange(i64, word, old, BigInt.asIntN(64, next(unsigned))) === old) return unsigned;
  }
}
