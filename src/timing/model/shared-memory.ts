// What all compute units share: the channels of L2 and of DRAM. Requests come in the order of their cycles; each has its answer at once.

import { LINE_BYTES, type Parameters } from '../config/parameters.js';
import { Cache } from './cache.js';

export const REQUEST = { load: 0, store: 1, atomic: 2 } as const;
/** DRAM is busy for parts of cycles. */
const PARTS = 1024;

export class SharedMemory {
  readonly channels: readonly Cache[];
  /** Bytes that DRAM has moved. */
  bytesRead = 0;
  bytesWritten = 0;
  requests = 0;
  private readonly free: Float64Array;
  private readonly dramFree: Float64Array;
  private readonly row: Float64Array;
  private readonly readParts: number;
  private readonly writeParts: number;
  /** Lines of one channel beside each other, and of one row. */
  private readonly together: number;
  private readonly rowLines: number;

  constructor(private readonly parameters: Parameters) {
    const { l2, dram, gpu } = parameters;
    this.channels = Array.from({ length: l2.channels }, () => new Cache(l2.bytesPerChannel, l2.ways));
    this.free = new Float64Array(l2.channels);
    this.dramFree = new Float64Array(l2.channels);
    this.row = new Float64Array(l2.channels).fill(-1);
    this.readParts = Math.max(
      1,
      Math.round((LINE_BYTES * PARTS * gpu.clockMHz * l2.channels) / dram.megabytesPerSecond),
    );
    this.writeParts = Math.round((this.readParts * 100) / dram.writePercent);
    this.together = l2.interleaveBytes / LINE_BYTES;
    this.rowLines = Math.max(1, dram.rowBytes / LINE_BYTES);
  }

  /** When a request is answered. @param kind of REQUEST */
  serve(line: number, cycle: number, kind: number): number {
    const { l2, dram } = this.parameters;
    this.requests++;
    const block = Math.floor(line / this.together);
    const channel = block % l2.channels;
    const own = Math.floor(block / l2.channels) * this.together + (line % this.together);
    const start = Math.max(cycle, this.free[channel]!);
    this.free[channel] = start + (kind === REQUEST.atomic ? l2.atomicCyclesPerLine : l2.cyclesPerLine);
    const cache = this.channels[channel]!;
    const done = start + l2.latencyCycles;
    const found = cache.find(own);
    if (found >= 0) {
      if (kind !== REQUEST.load) cache.write(found);
      return Math.max(done, cache.arrival[found]!);
    }
    const place = cache.take(own);
    if (cache.evictedDirty) this.move(channel, own, start, this.writeParts);
    if (cache.evictedDirty) this.bytesWritten += LINE_BYTES;
    if (kind !== REQUEST.load) cache.write(place);
    // A store has its bytes with it.
    if (kind === REQUEST.store) return (cache.arrival[place] = done);
    this.bytesRead += LINE_BYTES;
    const moved = this.move(channel, own, start, this.readParts);
    return (cache.arrival[place] = moved + l2.latencyCycles + dram.latencyCycles);
  }

  /** Moves a line on a channel of DRAM. Gives the cycle in which it has. */
  private move(channel: number, line: number, cycle: number, parts: number): number {
    const { rowMissCycles } = this.parameters.dram;
    const row = Math.floor(line / this.rowLines);
    const penalty = rowMissCycles > 0 && row !== this.row[channel] ? rowMissCycles * PARTS : 0;
    this.row[channel] = row;
    const end = Math.max(cycle * PARTS, this.dramFree[channel]!) + parts + penalty;
    this.dramFree[channel] = end;
    // When too many wait for DRAM, L2 takes no more: who only writes would not wait for it otherwise.
    const waits = Math.floor((end - this.parameters.dram.queueLines * parts) / PARTS);
    if (waits > this.free[channel]!) this.free[channel] = waits;
    return Math.ceil(end / PARTS);
  }
}
