// Frames (../channel.ts) over a socket of the event loop: for sides that have several things under way.

import type { Socket } from 'node:net';
import { encodeFrame } from '../channel.js';
import { FrameAssembler } from '../frame-assembler.js';
import type { Incoming } from '../message-bounds.js';

export interface FrameHandlers<Out, In> {
  readonly incoming: Incoming<In>;
  /** A peer that takes nothing is not read either. Of one side only: both would wait for each other. */
  readonly pausesUntaken?: boolean;
  readonly take: (head: In, data: Buffer) => void;
  /** The connection has ended, or what came is no message; called once. */
  readonly ended: (reason: string) => void;
  /** Last message to a peer after an invalid one. */
  readonly lastWords?: (reason: string) => Out;
}

/** Bytes that the peer has not taken yet; beyond, nothing more of it is read. */
const UNTAKEN_LIMIT = 32 << 20;
/** Milliseconds for the peer to take the last words. */
const LAST_MS = 2000;

const CLOSED = 'it has closed the connection';

/** A process that is killed before it has read everything resets the connection. */
const reasonOf = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'EPIPE' || code === 'ECONNRESET' ? CLOSED : (code ?? message);

export class Frames<Out extends { readonly do: string }, In extends { readonly do: string }> {
  private readonly assembler: FrameAssembler<In>;
  private isOver = false;

  constructor(
    private readonly socket: Socket,
    private readonly handlers: FrameHandlers<Out, In>,
  ) {
    // Handlers keep data beyond their call.
    this.assembler = new FrameAssembler(handlers.incoming, false);
    socket.on('data', (chunk: Buffer) => this.fed(chunk));
    socket.on('drain', () => socket.resume());
    socket.on('error', (error: NodeJS.ErrnoException) => this.end(reasonOf(error)));
    socket.on('close', () => this.end(CLOSED));
  }

  /** Bytes that the other side has not taken yet. */
  get waiting(): number {
    return this.socket.writableLength;
  }

  send(head: Out, data?: Uint8Array): void {
    if (this.isOver) return;
    this.socket.write(encodeFrame(head, data?.length));
    if (data && data.length > 0) this.socket.write(data);
    if (this.handlers.pausesUntaken && this.waiting > UNTAKEN_LIMIT) this.socket.pause();
  }

  /** Ends when the last message has been taken, or too much time has passed. */
  private endWith(head: Out, reason: string): void {
    this.isOver = true;
    const timer = setTimeout(() => this.socket.destroy(), LAST_MS);
    this.socket.once('close', () => {
      clearTimeout(timer);
      this.handlers.ended(reason);
    });
    this.socket.end(encodeFrame(head), () => this.socket.destroy());
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
    try {
      for (let at = 0; at < chunk.length && !this.isOver; ) {
        const copied = chunk.copy(this.assembler.room, 0, at);
        at += copied;
        const message = this.assembler.took(copied);
        if (message) this.handlers.take(message.head, message.data);
      }
    } catch (error) {
      const reason = (error as Error).message;
      const { lastWords } = this.handlers;
      if (lastWords && !this.isOver) this.endWith(lastWords(reason), reason);
      else this.end(`it sent an invalid message: ${reason}`);
    }
  }
}
