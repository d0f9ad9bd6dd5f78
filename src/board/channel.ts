// Frames over a stream socket (protocol.ts), in bounded time and bounded memory.

import { encode } from '@msgpack/msgpack';
import type { Native } from '../host/native.js';
import { AtollError } from '../util/errors.js';
import { FrameAssembler, type ReceivedFrame as ReceivedMessage } from './frame-assembler.js';
import type { Incoming } from './message-bounds.js';
import { DATA_LIMIT, FRAME_BYTES, HEAD_LIMIT } from './protocol.js';

type Socket = Pick<Native, 'sendBytes' | 'receiveBytes' | 'closeFd'>;

export type { ReceivedMessage as Received };

/** Says how a connection has ended. */
const lost = (text: string): AtollError => new AtollError('HOST', text);

/** A frame without its data. @throws AtollError LIMIT for a head that is too large */
export function encodeFrame(head: { readonly do: string }, dataBytes = 0, peer = 'the other side'): Buffer {
  const bytes = encode(head);
  if (bytes.length > HEAD_LIMIT || dataBytes > DATA_LIMIT)
    throw new AtollError('LIMIT', `${bytes.length} bytes exceed the maximum size of a message to ${peer}`);
  const frame = Buffer.allocUnsafe(FRAME_BYTES + bytes.length);
  frame.writeUInt32LE(bytes.length, 0);
  frame.writeUInt32LE(dataBytes, 4);
  frame.set(bytes, FRAME_BYTES);
  return frame;
}

/** One side of a connection. @typeParam Out messages that it sends @typeParam In messages that it receives */
export class Channel<Out extends { readonly do: string }, In extends { readonly do: string }> {
  private readonly frames: FrameAssembler<In>;
  private closed = false;

  /**
   * @param peer the other side in words, for errors
   * @param timeoutMs after which it is given up when it takes nothing
   * @param incoming what may come first
   */
  constructor(
    readonly fd: number,
    private readonly socket: Socket,
    private readonly peer: string,
    private readonly timeoutMs: number,
    incoming: Incoming<In>,
  ) {
    this.frames = new FrameAssembler(incoming, true);
  }

  /** Sets the messages that may come from now on. */
  expect(incoming: Incoming<In>): void {
    this.frames.expect(incoming);
  }

  /** @throws AtollError HOST when the connection is broken, or the other side takes nothing */
  send(head: Out, data?: Uint8Array): void {
    this.sendRaw(encodeFrame(head, data?.length, this.peer));
    if (data && data.length > 0) this.sendRaw(data);
  }

  sendRaw(bytes: Uint8Array): void {
    try {
      this.socket.sendBytes(this.fd, bytes, 0, bytes.length, this.timeoutMs);
    } catch (error) {
      throw this.broken(error);
    }
  }

  /** Exactly so many bytes, outside of any frame; undefined when they have not come in time. */
  receiveRaw(length: number, timeoutMs: number): Buffer | undefined {
    const bytes = Buffer.alloc(length);
    const end = performance.now() + timeoutMs;
    for (let at = 0; at < length; ) {
      const count = this.some(bytes.subarray(at), end);
      if (count === undefined) return undefined;
      at += count;
    }
    return bytes;
  }

  /**
   * The next message; undefined when it is not whole in so much time. The next call continues with what has come of it.
   * @throws AtollError HOST when the connection is broken, or what comes is no message
   */
  receive(timeoutMs: number): ReceivedMessage<In> | undefined {
    const end = performance.now() + timeoutMs;
    for (;;) {
      const count = this.some(this.frames.room, end);
      if (count === undefined) return undefined;
      const message = this.took(count);
      if (message) return message;
    }
  }

  private took(count: number): ReceivedMessage<In> | undefined {
    try {
      return this.frames.took(count);
    } catch (error) {
      // Later messages could not be decoded either.
      throw lost(`${this.peer} sent an invalid message: ${(error as Error).message}`);
    }
  }

  /** Some bytes, at least one; undefined when none have come until then. */
  private some(into: Buffer, end: number): number | undefined {
    for (;;) {
      const rest = end - performance.now();
      const count = this.received(into, Math.max(0, rest));
      if (count === 0) throw lost(`${this.peer} has closed the connection`);
      if (count > 0) return count;
      if (rest <= 0) return undefined;
    }
  }

  private received(into: Buffer, timeoutMs: number): number {
    try {
      return this.socket.receiveBytes(this.fd, into, 0, into.length, timeoutMs);
    } catch (error) {
      throw this.broken(error);
    }
  }

  private broken(error: unknown): AtollError {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE' || code === 'ECONNRESET') return lost(`${this.peer} has closed the connection`);
    if (code === 'ETIMEDOUT') return lost(`${this.peer} no longer receives data`);
    return lost(`the connection to ${this.peer} is broken: ${code ?? (error as Error).message}`);
  }

  close(): void {
    if (!this.closed) this.socket.closeFd(this.fd);
    this.closed = true;
  }
}
