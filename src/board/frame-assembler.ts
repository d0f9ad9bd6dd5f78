// A frame (protocol.ts) out of bytes that come in any pieces. Memory for it is bounded by what the peer may send at
// this point.

import type { Incoming } from './message-bounds.js';
import { readHead } from './message-bounds.js';
import type { MessageBounds } from './messagepack-size.js';
import { FRAME_BYTES } from './protocol.js';

/** A message, and the bytes that came with it. */
export interface ReceivedFrame<Head> {
  readonly head: Head;
  readonly data: Buffer;
}

export class FrameAssembler<In> {
  private readonly header = Buffer.alloc(FRAME_BYTES);
  private body: Buffer = Buffer.alloc(0);
  /** Bytes of the frame that have come. */
  private filled = 0;
  private incoming: Incoming<In>;

  /** @param reuses its memory: data of a message is valid until the next one begins */
  constructor(
    incoming: Incoming<In>,
    private readonly reuses: boolean,
  ) {
    this.incoming = incoming;
  }

  /** From the next frame on. */
  expect(incoming: Incoming<In>): void {
    this.incoming = incoming;
  }

  get isEmpty(): boolean {
    return this.filled === 0;
  }

  private get headBytes(): number {
    return this.header.readUInt32LE(0);
  }

  private get dataBytes(): number {
    return this.header.readUInt32LE(4);
  }

  /** Free space for the next bytes of the frame: never empty. */
  get room(): Buffer {
    if (this.filled < FRAME_BYTES) return this.header.subarray(this.filled);
    return this.body.subarray(this.filled - FRAME_BYTES, this.headBytes + this.dataBytes);
  }

  /**
   * So many bytes of the room have been filled.
   * @returns the message when it is whole
   * @throws Error for what is larger than the bounds, or no message of the schema
   */
  took(count: number): ReceivedFrame<In> | undefined {
    this.filled += count;
    if (this.filled === FRAME_BYTES) this.makeRoom(this.incoming.bounds);
    const { headBytes, dataBytes } = this;
    if (this.filled < FRAME_BYTES || this.filled < FRAME_BYTES + headBytes + dataBytes) return undefined;
    this.filled = 0;
    const head = readHead(this.body.subarray(0, headBytes), this.incoming);
    return { head, data: this.body.subarray(headBytes, headBytes + dataBytes) };
  }

  private makeRoom(bounds: MessageBounds): void {
    const { headBytes, dataBytes } = this;
    if (headBytes === 0 || headBytes > bounds.headBytes || dataBytes > bounds.dataBytes)
      throw new Error(
        `${headBytes} and ${dataBytes} bytes, at most ${bounds.headBytes} and ${bounds.dataBytes} are allowed`,
      );
    const room = headBytes + dataBytes;
    if (!this.reuses || this.body.length < room) this.body = Buffer.alloc(room);
  }
}
