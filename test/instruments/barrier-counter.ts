// A toy instrument: how many barriers work-groups have passed, by kernel. All of it is in this file.

import type { Instrument, InstrumentWorker } from '../../src/instruments/instrument.js';

export type BarrierCounts = Readonly<Record<string, number>>;

/** The end in the thread that runs launches. */
export function createWorker(): InstrumentWorker {
  const counts: Record<string, number> = {};
  let current = '';
  return {
    begun: (_, kernel) => {
      current = kernel;
      counts[kernel] ??= 0;
    },
    probe: () => ({ onBarrier: () => void counts[current]!++ }),
    result: () => counts,
  };
}

/** The other end. */
export function barrierCounter(collect: (counts: BarrierCounts) => void): Instrument {
  return {
    name: 'barriers',
    worker: new URL(import.meta.url),
    collect: (result) => collect(result as BarrierCounts),
  };
}
