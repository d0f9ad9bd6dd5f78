// Memory of the program's own that it has made known to the GPU: pages of any kind, anywhere. Their contents are
// carried to the engines' memory before a launch, and what it has changed is carried back: other bytes of the same
// pages may be the program's at work meanwhile.

import type { GpuMemory } from '../../../emulator/memory.js';
import { MirrorLock } from '../mirror-lock.js';
import { bytesOf, endOfChange, nextChange, PIECE, runsOf, takeChanges, WORD } from './byte-diff.js';
import type { QueueMirrorRange } from './messages.js';

/** Reads or writes another process; the bytes that were moved, or a negative errno. */
export interface ProcessAccess {
  read(pid: number, address: bigint, into: Uint8Array): number;
  write(pid: number, address: bigint, from: Uint8Array): number;
}

interface Mirror extends QueueMirrorRange {
  /** Contents that the program has: those that were copied here, and back. */
  readonly before: BigUint64Array;
  /** Until the program has given it back. */
  readonly lock: MirrorLock;
  /** It has been: memory that becomes known while a launch runs is the next one's. */
  carried: boolean;
}

export class QueueMirrors {
  private readonly mirrors = new Map<number, Mirror>();
  /** Launches that run. */
  private launches = 0;
  pid = 0;

  constructor(
    private readonly memory: GpuMemory,
    private readonly access: ProcessAccess,
  ) {}

  add(memory: QueueMirrorRange): void {
    const before = new BigUint64Array(memory.size / WORD);
    this.mirrors.set(memory.handle, { ...memory, before, lock: new MirrorLock(memory.hold), carried: false });
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
      mirror.lock.use(() => (beside && mirror.carried ? this.renew(mirror) : this.carry(mirror)));
  }

  /** Copies new writes to the mirror. */
  carryNew(): void {
    for (const mirror of this.mirrors.values()) if (!mirror.carried) mirror.lock.use(() => this.carry(mirror));
  }

  /** After it. */
  leave(): void {
    this.launches--;
    for (const mirror of this.mirrors.values()) mirror.lock.use(() => this.carryBack(mirror));
  }

  private carry(mirror: Mirror): void {
    const { host, address, size, before } = mirror;
    // A range that is not mapped, or not any more, keeps its contents here.
    this.access.read(this.pid, host, this.memory.u8.subarray(address, address + size));
    before.set(this.words(mirror));
    mirror.carried = true;
  }

  /** Copies the program's changes since then; writes of a running launch are kept. */
  private renew(mirror: Mirror): void {
    const { host, before } = mirror;
    const words = this.words(mirror);
    for (let start = 0; start < before.length; start += PIECE) {
      const base = before.subarray(start, start + PIECE);
      const hostWords = base.slice();
      this.access.read(this.pid, host + BigInt(WORD * start), bytesOf(hostWords, 0, hostWords.length));
      const at = nextChange(hostWords, base, 0);
      if (at < hostWords.length)
        takeChanges(words.subarray(start + at, start + hostWords.length), hostWords.subarray(at), base.subarray(at));
    }
  }

  private carryBack(mirror: Mirror): void {
    const { host, before, carried } = mirror;
    if (!carried) return;
    const now = this.words(mirror);
    for (let at = nextChange(now, before, 0); at < now.length; at = nextChange(now, before, at)) {
      // Another kernel may change it meanwhile.
      const changed = now.slice(at, endOfChange(now, before, at));
      this.write(host + BigInt(WORD * at), changed, before.subarray(at, at + changed.length));
      before.set(changed, at);
    }
  }

  /** Words of which each has changed, perhaps not in all of its bytes: the others are the program's. */
  private write(host: bigint, changed: BigUint64Array, before: BigUint64Array): void {
    const bytes = bytesOf(changed, 0, changed.length);
    const runs = runsOf(changed, before);
    if (runs) {
      for (const [start, end] of runs) this.access.write(this.pid, host + BigInt(start), bytes.subarray(start, end));
      return;
    }
    // As good as at once: what the program writes between this and what follows is lost.
    const hostWords = before.slice();
    const whole = bytesOf(hostWords, 0, hostWords.length);
    this.access.read(this.pid, host, whole);
    takeChanges(hostWords, changed, before);
    this.access.write(this.pid, host, whole);
  }
}
