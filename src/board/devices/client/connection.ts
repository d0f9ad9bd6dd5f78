// The connection to a board that owns devices: requests, and its end.

import { Socket } from 'node:net';
import { constants } from 'node:os';
import { Frames } from '../frames.js';
import { DEVICE_ANSWERS, type DeviceAnswer, type DeviceOrder } from '../protocol.js';
import { isInterrupted } from './signals.js';

/** The waiting thread of the program. */
export interface CallingThread {
  readonly pid: number;
  readonly tid: number;
}

export interface RemoteReply {
  readonly result: number;
  readonly data: Buffer;
  readonly events: readonly number[];
}

interface PendingRequest {
  readonly caller: CallingThread;
  readonly since: number;
  /** The board cannot end it: the program does not wait for it. */
  readonly endsAtOnce: boolean;
  readonly settle: (reply: RemoteReply) => void;
  cancelled: boolean;
}

type WithoutId<Order> = Order extends { readonly id: number } ? Omit<Order, 'id'> : never;
/** An order that is answered; the connection numbers it. */
export type RemoteQuestion = WithoutId<DeviceOrder>;

export interface ConnectionOptions {
  readonly fd: number;
  /** Milliseconds without a message of the board during a request. */
  readonly silenceMs: number;
  readonly memory: (mapping: number, runs: number, data: Buffer) => void;
  /** Called once. */
  readonly lost: (reason: string) => void;
}

/** Interval of checks for the board, and for interrupted callers. */
const LOOK_MS = 50;
export const LOST: RemoteReply = { result: -constants.errno.EIO, data: Buffer.alloc(0), events: [] };
const INTERRUPTED: RemoteReply = { ...LOST, result: -constants.errno.EINTR };

export class DeviceConnection {
  isLost = false;
  private readonly frames: Frames<DeviceOrder, DeviceAnswer>;
  private readonly pending = new Map<number, PendingRequest>();
  private readonly looks: NodeJS.Timeout;
  private count = 0;
  private lastReply = performance.now();

  constructor(private readonly options: ConnectionOptions) {
    const socket = new Socket({ fd: options.fd, readable: true, writable: true });
    this.frames = new Frames<DeviceOrder, DeviceAnswer>(socket, {
      incoming: DEVICE_ANSWERS,
      take: (answer, data) => this.take(answer, data),
      ended: (reason) => this.lose(reason),
    });
    this.looks = setInterval(() => this.look(), LOOK_MS);
    // The program's end is ours.
    this.looks.unref();
    socket.unref();
  }

  /** Never rejects: of a board that is lost, everything fails with EIO. */
  request(question: RemoteQuestion, caller: CallingThread, data?: Uint8Array): Promise<RemoteReply> {
    if (this.isLost) return Promise.resolve(LOST);
    const id = ++this.count;
    if (this.pending.size === 0) this.lastReply = performance.now();
    return new Promise((settle) => {
      const endsAtOnce = question.do === 'call' && question.name === 'ioctl';
      this.pending.set(id, { caller, since: performance.now(), endsAtOnce, settle, cancelled: false });
      this.frames.send({ ...question, id } as DeviceOrder, data);
    });
  }

  send(order: Extract<DeviceOrder, { do: 'memory' | 'close' }>, data?: Uint8Array): void {
    if (!this.isLost) this.frames.send(order, data);
  }

  close(): void {
    clearInterval(this.looks);
    this.frames.close();
  }

  private take(answer: DeviceAnswer, data: Buffer): void {
    this.lastReply = performance.now();
    if (answer.do === 'memory') return this.options.memory(answer.mapping, answer.runs, data);
    if (answer.do === 'refused') return this.lose(answer.text);
    if (answer.do !== 'answered') return;
    const { id, result, events = [] } = answer;
    this.settle(id, { result, data, events });
  }

  private settle(id: number, reply: RemoteReply): void {
    const entry = this.pending.get(id);
    this.pending.delete(id);
    entry?.settle(reply);
  }

  private look(): void {
    const now = performance.now();
    if (this.pending.size > 0 && now - this.lastReply > this.options.silenceMs)
      return this.lose(`no message for ${Math.round(this.options.silenceMs / 1000)} seconds`);
    for (const [id, entry] of this.pending) {
      if (entry.cancelled || now - entry.since < LOOK_MS || !isInterrupted(entry.caller)) continue;
      entry.cancelled = true;
      this.frames.send({ do: 'cancel', id });
      if (entry.endsAtOnce) this.settle(id, INTERRUPTED);
    }
  }

  /** Every call fails from now on. */
  lose(reason: string): void {
    if (this.isLost) return;
    this.isLost = true;
    this.close();
    this.options.lost(reason);
    for (const id of [...this.pending.keys()]) this.settle(id, LOST);
  }
}
