// Share of one thread in a window: its compute units, its channels of L2.

import type { SimulatedMachine } from './machine.js';
import type { WindowPhase } from './pool-words.js';

/** The units of a thread: those of a cluster share caches, so they stay together. */
function unitsOf(thread: number, threads: number, units: number, together: number): [begin: number, end: number] {
  const clusters = Math.ceil(units / together);
  const bound = (n: number): number => Math.min(units, Math.floor((clusters * n) / threads) * together);
  return [bound(thread), bound(thread + 1)];
}

export class Share implements Readonly<Record<WindowPhase, (from: number, before: number) => void>> {
  private readonly begin: number;
  private readonly end: number;

  /** @param threads that share windows */
  constructor(
    private readonly machine: SimulatedMachine,
    private readonly threads: number,
  ) {
    const { computeUnits, computeUnitsPerCluster } = machine.parameters.gpu;
    [this.begin, this.end] = unitsOf(machine.thread, threads, computeUnits, computeUnitsPerCluster);
  }

  run(from: number, before: number): void {
    this.machine.core.runUnits(this.begin, this.end, from, before, this.threads);
  }

  serve(): void {
    this.machine.core.serveChannels(this.machine.thread, this.threads);
  }

  answer(_from: number, before: number): void {
    this.machine.core.answerUnits(this.begin, this.end, before);
  }
}
