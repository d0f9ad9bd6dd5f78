// A peer of a board that sends arbitrary frames over a socket.

import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { decode, encode } from '@msgpack/msgpack';
import { FRAME_BYTES, GREETING_BYTES, NONCE_BYTES, VERSION } from '../../src/board/protocol.js';

export type Head = Readonly<Record<string, unknown>>;

export function frameOf(head: Uint8Array, data: Uint8Array = new Uint8Array()): Buffer {
  const lengths = Buffer.alloc(FRAME_BYTES);
  lengths.writeUInt32LE(head.length, 0);
  lengths.writeUInt32LE(data.length, 4);
  return Buffer.concat([lengths, head, data]);
}

export const proofOf = (token: string, role: string, nonce: Uint8Array): Buffer =>
  createHmac('sha256', token).update(role).update(nonce).digest();

export class RawPeer {
  private bytes = Buffer.alloc(0);
  isClosed = false;
  private number = 0;
  private wake = (): void => {};

  constructor(readonly socket: Socket) {
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      this.bytes = Buffer.concat([this.bytes, chunk]);
      this.wake();
    });
    socket.on('close', () => {
      this.isClosed = true;
      this.wake();
    });
  }

  static async to(port: number): Promise<RawPeer> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new RawPeer(socket);
  }

  /** So many bytes; undefined when the connection ends before. */
  async take(count: number): Promise<Buffer | undefined> {
    while (this.bytes.length < count) {
      if (this.isClosed) return undefined;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    const head = this.bytes.subarray(0, count);
    this.bytes = this.bytes.subarray(count);
    return head;
  }

  /** The next message that is no sign of life; undefined when the connection has ended. */
  async message(): Promise<{ readonly head: Head; readonly data: Buffer } | undefined> {
    for (;;) {
      const lengths = await this.take(FRAME_BYTES);
      const head = lengths && (await this.take(lengths.readUInt32LE(0)));
      const data = head && (await this.take(lengths.readUInt32LE(4)));
      if (!data) return undefined;
      const read = decode(head) as Head;
      if (read['do'] !== 'alive') return { head: read, data };
    }
  }

  send(head: Head, data?: Uint8Array): void {
    this.socket.write(frameOf(encode(head), data));
  }

  /** Sends a hello as a program does. @returns the board's answer */
  async hello(token: string, fields: Head = {}): Promise<Head | undefined> {
    const greeting = await this.take(GREETING_BYTES);
    if (!greeting) return undefined;
    const proof = proofOf(token, 'program', greeting.subarray(GREETING_BYTES - NONCE_BYTES));
    this.send({ do: 'hello', version: VERSION, nonce: randomBytes(NONCE_BYTES), proof, platform: '', ...fields });
    return (await this.message())?.head;
  }

  /** An order that is answered. @returns the answer */
  async request(order: Head, data?: Uint8Array): Promise<{ readonly head: Head; readonly data: Buffer } | undefined> {
    this.send({ id: ++this.number, ...order }, data);
    return this.message();
  }

  /** The result of an order, or the reason with which the connection ends. */
  async result(order: Head, data?: Uint8Array): Promise<unknown> {
    const head = (await this.request(order, data))?.head;
    return head?.['do'] === 'answered' ? head['result'] : (head?.['text'] ?? 'closed');
  }
}

/** Bytes that a process has had in memory at most. */
export const peakBytes = (pid: number): number =>
  1024 * Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]);
