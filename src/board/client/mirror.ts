// The guest's buffers as the board knows them: only pages that differ go over, in either direction.

import type { GpuMemory } from '../../emulator/memory.js';
import { changedSpans, writeChanged } from '../differences.js';
import type { BoardChannel } from './connect.js';
import type { BytesBefore } from './difference-file.js';

interface Mirror {
  readonly address: number;
  /** Contents on the board. */
  readonly contents: Buffer;
}

/** Numbers since the last {@link BufferMirrors.take}. */
export interface TransferCounters {
  sentBytes: number;
  receivedBytes: number;
  comparedBytes: number;
  compareNs: number;
}

const nothingMoved = (): TransferCounters => ({ sentBytes: 0, receivedBytes: 0, comparedBytes: 0, compareNs: 0 });

/** The buffers of one guest. They are called by their addresses. */
export class BufferMirrors {
  private readonly mirrors = new Map<number, Mirror>();
  private moved = nothingMoved();
  /** Contents of the copies that results of the board have replaced, the latest last; where results stay aside. */
  private replaced: { readonly mirror: Mirror; readonly offset: number; readonly bytes: Buffer }[] = [];

  constructor(
    private readonly channel: BoardChannel,
    private readonly memory: GpuMemory,
    /** Set if results of the board stay aside: the guest's memory is not changed. */
    private readonly aside: boolean,
  ) {}

  /** Contents of a buffer on the board. */
  contentsAt(address: number): Uint8Array | undefined {
    return this.mirrors.get(address)?.contents;
  }

  /** A launch begins: of results that stay aside only its own are remembered. */
  begin(): void {
    this.replaced = [];
  }

  /** The buffers that the launch has changed, as they were before. */
  get before(): BytesBefore[] {
    const copies = new Map<Mirror, Buffer>();
    for (const { mirror, offset, bytes } of [...this.replaced].reverse()) {
      const copy = copies.get(mirror) ?? Buffer.from(mirror.contents);
      copy.set(bytes, offset);
      copies.set(mirror, copy);
    }
    return [...copies].map(([{ address }, bytes]) => ({ address, bytes }));
  }

  /** Makes the board's copy what the guest has now. */
  send(address: number, size: number): void {
    const mirror = this.find(address, size);
    const now = this.memory.u8.subarray(address, address + mirror.contents.length);
    const begin = process.hrtime.bigint();
    let sending = 0n;
    for (const { start, end } of changedSpans(now, mirror.contents)) {
      const before = process.hrtime.bigint();
      // From the copy: what the guest changes meanwhile goes the next time.
      const bytes = mirror.contents.subarray(start, end);
      bytes.set(now.subarray(start, end));
      this.channel.send({ do: 'write', buffer: address, offset: start }, bytes);
      this.moved.sentBytes += end - start;
      sending += process.hrtime.bigint() - before;
    }
    this.moved.comparedBytes += mirror.contents.length;
    this.moved.compareNs += Number(process.hrtime.bigint() - begin - sending);
  }

  private find(address: number, size: number): Mirror {
    const existing = this.mirrors.get(address);
    if (existing) return existing;
    const mirror = { address, contents: Buffer.alloc(size) };
    this.mirrors.set(address, mirror);
    this.channel.send({ do: 'buffer', buffer: address, size });
    return mirror;
  }

  /**
   * Takes what the board has changed, into the guest's memory too.
   * @returns false for bytes that belong to no buffer
   */
  receive(address: number, offset: number, data: Uint8Array): boolean {
    const mirror = this.mirrors.get(address);
    if (!mirror || !(offset >= 0 && offset + data.length <= mirror.contents.length)) return false;
    const range = mirror.contents.subarray(offset, offset + data.length);
    if (this.aside) this.replaced.push({ mirror, offset, bytes: Buffer.from(range) });
    else writeChanged(this.memory.u8, address + offset, range, data);
    range.set(data);
    this.moved.receivedBytes += data.length;
    return true;
  }

  /** The guest has given memory back. */
  free(address: number): void {
    if (this.mirrors.delete(address)) this.channel.send({ do: 'free', buffer: address });
  }

  take(): TransferCounters {
    const { moved } = this;
    this.moved = nothingMoved();
    return moved;
  }
}
