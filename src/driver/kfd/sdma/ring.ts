// The queue of a copy engine in a program's memory: its indices count bytes, and only grow.

import type { GpuMemory } from '../../../emulator/memory.js';
import type { QueuePlace } from '../aql/messages.js';
import { type CopyEngine, CopyError, type CopyOutcome, WAITS } from './engine.js';
import { type Packet, wordsOf } from './packets.js';

/** Bytes after which others get their turn. */
const TURN_BYTES = 16 << 20;
/** So many packets do, too: they may move nothing. */
const TURN_PACKETS = 4096;
const WORD = 4;
/** Of a packet, but for words that are left out. */
const MAX_WORDS = 16;

export class CopyRing {
  running = true;
  failed = false;
  /** Read position: the program may overwrite the copy in its memory. */
  private index = 0n;
  /** Its first packet waits for something in memory. */
  private waits = false;
  /** A copy of the packet that is being executed: the program may change the words meanwhile. */
  private current: { readonly packet: Packet; readonly words: number } | undefined;

  constructor(
    readonly place: QueuePlace,
    private readonly memory: GpuMemory,
    private readonly engine: CopyEngine,
    /** Nothing more is executed. */
    private readonly failing: (error: CopyError) => void,
  ) {}

  private get isThere(): boolean {
    const { ring, size, read, written } = this.place;
    return this.memory.allows(ring, size, 3) && this.memory.allows(read, 8, 3) && this.memory.allows(written, 8, 3);
  }

  /** Bytes that wait. */
  private get waiting(): bigint {
    return BigInt.asUintN(64, Atomics.load(this.memory.i64, this.place.written / 8)) - this.index;
  }

  /** True if there is work to do. */
  get isOpen(): boolean {
    return this.running && !this.failed && this.isThere && this.waiting > 0n;
  }

  /** True if the work can be done at once. */
  get isReady(): boolean {
    return this.isOpen && !this.waits;
  }

  /** Executes what is there, for a turn. */
  turn(): void {
    let bytes = 0;
    this.waits = false;
    for (let n = 0; n < TURN_PACKETS && bytes < TURN_BYTES && this.isOpen; n++) {
      const { goOn, moved } = this.next();
      this.waits = goOn === 'wait';
      if (goOn !== 'next') return;
      bytes += moved;
    }
  }

  private next(): CopyOutcome {
    try {
      this.current ??= this.fetch();
      if (!this.current) return WAITS;
      const outcome = this.engine.execute(this.current.packet);
      if (outcome.goOn === 'next') this.advance(this.current.words);
      return outcome;
    } catch (error) {
      if (!(error instanceof CopyError)) throw error;
      this.failed = true;
      this.failing(error);
      return WAITS;
    }
  }

  /** Reads each word of the first packet once. @returns undefined when a part of it is not there yet */
  private fetch(): { readonly packet: Packet; readonly words: number } | undefined {
    const { waiting } = this;
    if (waiting > BigInt(this.place.size)) throw new CopyError(`has ${waiting} bytes in a ring of ${this.place.size}`);
    const header = this.word(0);
    const words = wordsOf(header);
    if (words === undefined) throw new CopyError(`has a packet of an unknown kind, 0x${header.toString(16)}`);
    if (BigInt(words * WORD) > waiting) return undefined;
    const length = Math.min(words, MAX_WORDS);
    return { packet: Uint32Array.from({ length }, (_, n) => (n === 0 ? header : this.word(n))), words };
  }

  private word(n: number): number {
    const at = Number((this.index + BigInt(n * WORD)) % BigInt(this.place.size));
    return Atomics.load(this.memory.i32, (this.place.ring + at) >>> 2) >>> 0;
  }

  private advance(words: number): void {
    this.current = undefined;
    this.index += BigInt(words * WORD);
    Atomics.store(this.memory.i64, this.place.read / 8, BigInt.asIntN(64, this.index));
  }
}
