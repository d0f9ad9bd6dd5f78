// Memory of the program's own that it has made known to the GPU: pages of any kind, anywhere. Their contents are carried to the engines' memory
// before a launch, and what it has changed is carried back: other bytes of the same pages may be the program's at work meanwhile.

import type { GpuMemory } from '../../../emulator/memory.js';
import type { Mirrored } from './messages.js';

/** Reads or writes another process; the bytes that were moved, or a negative errno. */
export interface ProcessAccess {
  read(pid: number, address: bigint, into: Uint8Array): number;
  write(pid: number, address: bigint, from: Uint8Array): number;
}

interface Mirror extends Mirrored {
  /** What was carried to the engines' memory. */
  readonly before: BigUint64Array;
  /** It has been: memory that becomes known while a launch runs is the next one's. */
  carried: boolean;
}

const WORD = 8;
/** Changed words that are nearer than this to each other are written at once. */
const GAP = 8;
/** Words that are compared at once where nothing has changed. */
const BLOCK = 512;

/** The first word from one on that has changed; their number where none has. */
function nextChange(now: BigUint64Array, before: BigUint64Array, from: number): number {
  const { length } = now;
  for (let at = from; at < length; ) {
    const end = Math.min(at + BLOCK, length);
    if (Buffer.compare(bytesOf(now, at, end), bytesOf(before, at, end)) !== 0) {
      // Another kernel may change it back meanwhile.
      while (at < end && now[at] === before[at]) at++;
      if (at < end) return at;
    }
    at = end;
  }
  return length;
}

/** The last word of those that have changed together with one. */
function lastChange(now: BigUint64Array, before: BigUint64Array, from: number): number {
  let last = from;
  for (let at = from + 1; at < now.length && at - last <= GAP; at++) if (now[at] !== before[at]) last = at;
  return last;
}

const bytesOf = ({ buffer, byteOffset }: BigUint64Array, start: number, end: number): Uint8Array =>
  new Uint8Array(buffer, byteOffset + WORD * start, WORD * (end - start));

export class Mirrors {
  private readonly mirrors = new Map<number, Mirror>();
  /** Launches that run. */
  private launches = 0;
  pid = 0;

  constructor(
    private readonly memory: GpuMemory,
    private readonly access: ProcessAccess,
  ) {}

  add(memory: Mirrored): void {
    this.mirrors.set(memory.handle, { ...memory, before: new BigUint64Array(memory.size / WORD), carried: false });
  }

  remove(handle: number): void {
    this.mirrors.delete(handle);
  }

  private words({ address, size }: Mirror): BigUint64Array {
    return new BigUint64Array(this.memory.memory.buffer, address, size / WORD);
  }

  /** Before a launch. */
  enter(): void {
    const beside = this.launches++ > 0;
    for (const mirror of this.mirrors.values()) {
      // What a launch has written that still runs is not lost.
      if (beside) this.carryBack(mirror);
      const { host, address, size, before } = mirror;
      // What is not mapped, or not any more, keeps its contents here.
      this.access.read(this.pid, host, this.memory.u8.subarray(address, address + size));
      before.set(this.words(mirror));
      mirror.carried = true;
    }
  }

  /** After it. */
  leave(): void {
    const last = --this.launches === 0;
    for (const mirror of this.mirrors.values()) {
      this.carryBack(mirror);
      if (!last) mirror.before.set(this.words(mirror));
    }
  }

  private carryBack(mirror: Mirror): void {
    const { host, address, before, carried } = mirror;
    if (!carried) return;
    const now = this.words(mirror);
    for (let at = nextChange(now, before, 0); at < now.length; ) {
      const end = lastChange(now, before, at) + 1;
      const bytes = this.memory.u8.subarray(address + WORD * at, address + WORD * end);
      this.access.write(this.pid, host + BigInt(WORD * at), bytes);
      at = nextChange(now, before, end);
    }
  }
}
