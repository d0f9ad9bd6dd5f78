// Frames over a stream socket (protocol.ts), in bounded time and bounded memory.

import { decode, encode } from '@msgpack/msgpack';
import type { Native } from '../host/native.js';
import { AtollError } from '../util/errors.js';
import { DATA_LIMIT, FRAME_BYTES, HEAD_LIMIT } from './protocol.js';

type Socket = Pick<Native, 'sendBytes' | 'receiveBytes' | 'closeFd'>;

/** A message, and the bytes that came with it: these are valid until the next one is received. */
export interface Received<Head> {
  readonly head: Head;
  readonly data: Uint8Array;
}

/** Says how a connection has ended. */
const lost = (text: string): AtollError => new AtollError('HOST', text);

/** A frame without its data. @throws AtollError LIMIT for a head that is too large */
export function encodeFrame(head: { readonly do: string }, dataBytes = 0, peer = 'the other side'): Buffer {
  const bytes = encode(head);
  if (bytes.length > HEAD_LIMIT || dataBytes > DATA_LIMIT)
    throw new AtollError('LIMIT', `${bytes.length} bytes are more than ${peer} takes in one message`);
  const frame = Buffer.allocUnsafe(FRAME_BYTES + bytes.length);
  frame.writeUInt32LE(bytes.length, 0);
  frame.writeUInt32LE(dataBytes, 4);
  frame.set(bytes, FRAME_BYTES);
  return frame;
}

/** One side of a connection. @typeParam Out what it says @typeParam In what it hears */
export class Channel<Out extends { readonly do: string }, In extends { readonly do: string }> {
  private readonly header = Buffer.alloc(FRAME_BYTES);
  private body = Buffer.alloc(64 << 10);
  /** Bytes of the frame that have come. */
  private filled = 0;
  private closed = false;

  /**
   * @param peer the other side in words, for errors
   * @param patienceMs after which it is given up when it takes nothing
   */
  constructor(
    readonly fd: number,
    private readonly socket: Socket,
    private readonly peer: string,
    private readonly patienceMs: number,
  ) {}

  /** @throws AtollError HOST when the connection is broken, or the other side takes nothing */
  send(head: Out, data?: Uint8Array): void {
    this.sendRaw(encodeFrame(head, data?.length, this.peer));
    if (data && data.length > 0) this.sendRaw(data);
  }

  sendRaw(bytes: Uint8Array): void {
    try {
      this.socket.sendBytes(this.fd, bytes, 0, bytes.length, this.patienceMs);
    } catch (error) {
      throw this.broken(error);
    }
  }

  /** Exactly so many bytes, outside of any frame; undefined when they have not come in time. */
  receiveRaw(length: number, timeoutMs: number): Buffer | undefined {
    const bytes = Buffer.alloc(length);
    const end = performance.now() + timeoutMs;
    for (let at = 0; at < length; ) {
      const got = this.some(bytes, at, length - at, Math.max(0, end - performance.now()));
      if (got < 0 && performance.now() >= end) return undefined;
      at += Math.max(got, 0);
    }
    return bytes;
  }

  /**
   * The next message; undefined when the other side says nothing for so long.
   * @throws AtollError HOST when the connection is broken, or what comes is no frame
   */
  receive(timeoutMs: number): Received<In> | undefined {
    for (;;) {
      const [headBytes, dataBytes] = [this.header.readUInt32LE(0), this.header.readUInt32LE(4)];
      const inHeader = this.filled < FRAME_BYTES;
      const total = inHeader ? FRAME_BYTES : FRAME_BYTES + headBytes + dataBytes;
      if (!inHeader && this.filled === total) return this.take(headBytes, dataBytes);
      const got = inHeader
        ? this.some(this.header, this.filled, FRAME_BYTES - this.filled, timeoutMs)
        : this.some(this.body, this.filled - FRAME_BYTES, total - this.filled, timeoutMs);
      if (got < 0) return undefined;
      this.filled += got;
      if (inHeader && this.filled === FRAME_BYTES) this.makeRoom();
    }
  }

  /** @throws AtollError HOST for a frame that is too large: nothing that follows would be understood */
  private makeRoom(): void {
    const [headBytes, dataBytes] = [this.header.readUInt32LE(0), this.header.readUInt32LE(4)];
    if (headBytes === 0 || headBytes > HEAD_LIMIT || dataBytes > DATA_LIMIT)
      throw lost(
        `${this.peer} sent a message of ${headBytes} and ${dataBytes} bytes: that is no board of this protocol`,
      );
    const room = headBytes + dataBytes;
    if (this.body.length < room) this.body = Buffer.alloc(room);
  }

  private take(headBytes: number, dataBytes: number): Received<In> {
    this.filled = 0;
    let head: unknown;
    try {
      head = decode(this.body.subarray(0, headBytes));
    } catch (error) {
      throw lost(`${this.peer} sent what is no message: ${(error as Error).message}`);
    }
    if (typeof head !== 'object' || head === null || typeof (head as { do?: unknown }).do !== 'string')
      throw lost(`${this.peer} sent what is no message`);
    return { head: head as In, data: this.body.subarray(headBytes, headBytes + dataBytes) };
  }

  private some(into: Uint8Array, at: number, length: number, timeoutMs: number): number {
    let got: number;
    try {
      got = this.socket.receiveBytes(this.fd, into, at, length, timeoutMs);
    } catch (error) {
      throw this.broken(error);
    }
    if (got === 0) throw lost(`${this.peer} has ended`);
    return got;
  }

  private broken(error: unknown): AtollError {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE' || code === 'ECONNRESET') return lost(`${this.peer} has ended`);
    if (code === 'ETIMEDOUT') return lost(`${this.peer} takes nothing any more`);
    return lost(`the connection to ${this.peer} is broken: ${code ?? (error as Error).message}`);
  }

  close(): void {
    if (!this.closed) this.socket.closeFd(this.fd);
    this.closed = true;
  }
}
