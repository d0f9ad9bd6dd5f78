// Peers without a proof of the token yet. They cost a socket and a few kilobytes of this process, have a time limit for
// their hello, and are bounded in number: the longest one waiting makes room for the next. Only an accepted peer gets a
// process.

import type { Socket } from 'node:net';
import { AtollError, describeError } from '../util/errors.js';
import { encodeFrame } from './channel.js';
import { FrameAssembler } from './frame-assembler.js';
import { greeting, newNonce } from './handshake.js';
import { HELLOS, type Hello, type Welcome } from './protocol.js';
import { type AdmittedClient, admit, type HandshakeSettings, HELLO_MS } from './server/handshake-server.js';

/** Milliseconds for a peer to take why it is turned away. */
const LAST_MS = 2000;

export interface AdmissionOptions extends HandshakeSettings {
  /** Peers that have not said their hello; more turn away the oldest. */
  readonly unprovenLimit?: number | undefined;
  /** Milliseconds for a whole hello. */
  readonly helloMs?: number | undefined;
  /** @throws AtollError with the reason why there is no place */
  readonly take: (socket: Socket, admitted: AdmittedClient) => void;
  readonly turnedAway: (socket: Socket, reason: string) => void;
}

const UNPROVEN_LIMIT = 128;

class PendingAdmission {
  private readonly nonce = newNonce();
  private readonly frames = new FrameAssembler<Hello>(HELLOS, false);
  private readonly timer: NodeJS.Timeout;
  private readonly feed = (chunk: Buffer): void => this.fed(chunk);

  constructor(
    private readonly socket: Socket,
    private readonly options: AdmissionOptions,
    private readonly over: () => void,
  ) {
    const milliseconds = options.helloMs ?? HELLO_MS;
    this.timer = setTimeout(
      () => this.turnAway(`no handshake message within ${milliseconds / 1000} seconds`),
      milliseconds,
    );
    socket.on('data', this.feed);
    socket.once('close', () => this.end());
    socket.write(greeting(this.nonce));
  }

  private fed(chunk: Buffer): void {
    try {
      const copied = chunk.copy(this.frames.room);
      const message = this.frames.took(copied);
      if (message && copied < chunk.length) throw new Error('unexpected data after the handshake message');
      if (message) this.settle(message.head);
      else if (copied < chunk.length) this.fed(chunk.subarray(copied));
    } catch (error) {
      this.turnAway(
        error instanceof AtollError ? describeError(error) : `invalid handshake message: ${(error as Error).message}`,
      );
    }
  }

  private settle(hello: Hello): void {
    const admitted = admit(hello, this.nonce, this.options);
    this.end();
    this.options.take(this.socket, admitted);
  }

  /** Later data of the peer is left to the next reader. */
  private end(): void {
    clearTimeout(this.timer);
    this.socket.off('data', this.feed);
    this.socket.pause();
    this.over();
  }

  turnAway(reason: string): void {
    const { socket } = this;
    this.end();
    this.options.turnedAway(socket, reason);
    const refusal: Welcome = { do: 'refused', text: reason };
    const timer = setTimeout(() => socket.destroy(), LAST_MS);
    socket.once('close', () => clearTimeout(timer));
    // Unread bytes would make the kernel reset the connection, and the reason be lost.
    socket.resume();
    socket.end(encodeFrame(refusal));
  }
}

export class Admissions {
  private readonly waiting = new Set<PendingAdmission>();

  constructor(private readonly options: AdmissionOptions) {}

  take(socket: Socket): void {
    socket.on('error', () => {});
    const [oldest] = this.waiting;
    const limit = this.options.unprovenLimit ?? UNPROVEN_LIMIT;
    if (oldest && this.waiting.size >= limit)
      oldest.turnAway(`${limit} other connections are in the handshake, try again`);
    const peer: PendingAdmission = new PendingAdmission(socket, this.options, () => this.waiting.delete(peer));
    this.waiting.add(peer);
  }
}
