// Frames (../channel.ts) over a socket of the event loop: for sides that have several things under way.

import type { Socket } from 'node:net';
import { decode } from '@msgpack/msgpack';
import { encodeFrame } from '../channel.js';
import { DATA_LIMIT, FRAME_BYTES, HEAD_LIMIT } from '../protocol.js';

export interface FrameHandlers<In> {
  readonly take: (head: In, data: Buffer) => void;
  /** The connection has ended, or what came is no frame; told once. */
  readonly ended: (reason: string) => void;
}

export class Frames<Out extends { readonly do: string }, In extends { readonly do: string }> {
  private chunks: Buffer[] = [];
  private bytes = 0;
  private isOver = false;

  constructor(
    private readonly socket: Socket,
    private readonly handlers: FrameHandlers<In>,
  ) {
    socket.on('data', (chunk: Buffer) => this.fed(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => this.end(error.code ?? error.message));
    socket.on('close', () => this.end('it has ended'));
  }

  /** Bytes that the other side has not taken yet. */
  get waiting(): number {
    return this.socket.writableLength;
  }

  send(head: Out, data?: Uint8Array): void {
    if (this.isOver) return;
    this.socket.write(encodeFrame(head, data?.length));
    if (data && data.length > 0) this.socket.write(data);
  }

  close(): void {
    this.isOver = true;
    this.socket.destroy();
  }

  private end(reason: string): void {
    if (this.isOver) return;
    this.close();
    this.handlers.ended(reason);
  }

  private fed(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    try {
      while (!this.isOver && this.next()) {}
    } catch (error) {
      this.end(`it sent what is no message: ${(error as Error).message}`);
    }
  }

  /** @returns whether there may be more */
  private next(): boolean {
    if (this.bytes < FRAME_BYTES) return false;
    const first = this.joined(FRAME_BYTES);
    const [head, data] = [first.readUInt32LE(0), first.readUInt32LE(4)];
    if (head === 0 || head > HEAD_LIMIT || data > DATA_LIMIT) throw new RangeError(`${head} and ${data} bytes`);
    const length = FRAME_BYTES + head + data;
    if (this.bytes < length) return false;
    const all = this.joined(length);
    this.chunks[0] = all.subarray(length);
    this.bytes -= length;
    const said = decode(all.subarray(FRAME_BYTES, FRAME_BYTES + head)) as In;
    if (typeof said?.do !== 'string') throw new TypeError('no message');
    this.handlers.take(said, all.subarray(FRAME_BYTES + head, length));
    return true;
  }

  /** What has come, at least so many bytes in one piece. */
  private joined(least: number): Buffer {
    const [first] = this.chunks;
    if (first && first.length >= least) return first;
    const all = Buffer.concat(this.chunks);
    this.chunks = [all];
    return all;
  }
}
