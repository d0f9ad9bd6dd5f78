// Memory of the program's own that it has made known to the GPU: pages of any kind, anywhere. Their contents are carried to the engines' memory
// before a launch, and what it has changed is carried back: other bytes of the same pages may be the program's at work meanwhile.

import type { GpuMemory } from '../../../emulator/memory.js';
import { Hold } from '../hold.js';
import type { Mirrored } from './messages.js';

/** Reads or writes another process; the bytes that were moved, or a negative errno. */
export interface ProcessAccess {
  read(pid: number, address: bigint, into: Uint8Array): number;
  write(pid: number, address: bigint, from: Uint8Array): number;
}

interface Mirror extends Mirrored {
  /** What the program is known to have: what was carried here, and back. */
  readonly before: BigUint64Array;
  /** Until the program has given it back. */
  readonly held: Hold;
  /** It has been: memory that becomes known while a launch runs is the next one's. */
  carried: boolean;
}

const WORD = 8;
/** Words that are compared at once where nothing has changed. */
const BLOCK = 512;
/** Words that are carried at once. */
const PIECE = 1 << 17;

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

/** Behind the last word of those that have changed, without a gap: what lies between others may be the program's at work meanwhile. */
function endOfChange(now: BigUint64Array, before: BigUint64Array, from: number): number {
  let at = from + 1;
  while (at < now.length && at - from < PIECE && now[at] !== before[at]) at++;
  return at;
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
    const before = new BigUint64Array(memory.size / WORD);
    this.mirrors.set(memory.handle, { ...memory, before, held: new Hold(memory.hold), carried: false });
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
    for (const mirror of this.mirrors.values())
      mirror.held.use(() => (beside && mirror.carried ? this.renew(mirror) : this.carry(mirror)));
  }

  /** What has become known since then, for who is beside it. */
  carryNew(): void {
    for (const mirror of this.mirrors.values()) if (!mirror.carried) mirror.held.use(() => this.carry(mirror));
  }

  /** After it. */
  leave(): void {
    this.launches--;
    for (const mirror of this.mirrors.values()) mirror.held.use(() => this.carryBack(mirror));
  }

  private carry(mirror: Mirror): void {
    const { host, address, size, before } = mirror;
    // What is not mapped, or not any more, keeps its contents here.
    this.access.read(this.pid, host, this.memory.u8.subarray(address, address + size));
    before.set(this.words(mirror));
    mirror.carried = true;
  }

  /** What the program has changed since; what a launch writes that still runs is not lost. */
  private renew(mirror: Mirror): void {
    const { host, before } = mirror;
    const words = this.words(mirror);
    for (let start = 0; start < before.length; start += PIECE) {
      const known = before.subarray(start, start + PIECE);
      const theirs = known.slice();
      this.access.read(this.pid, host + BigInt(WORD * start), bytesOf(theirs, 0, theirs.length));
      for (let at = nextChange(theirs, known, 0); at < theirs.length; at = nextChange(theirs, known, at + 1)) {
        words[start + at] = theirs[at]!;
        known[at] = theirs[at]!;
      }
    }
  }

  private carryBack(mirror: Mirror): void {
    const { host, before, carried } = mirror;
    if (!carried) return;
    const now = this.words(mirror);
    for (let at = nextChange(now, before, 0); at < now.length; at = nextChange(now, before, at)) {
      // Another kernel may change it meanwhile.
      const changed = now.slice(at, endOfChange(now, before, at));
      this.access.write(this.pid, host + BigInt(WORD * at), bytesOf(changed, 0, changed.length));
      before.set(changed, at);
    }
  }
}
