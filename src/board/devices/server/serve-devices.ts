// One connection of a board that gives devices: opens them, makes the program's calls, and says what came of each.

import { constants as openFlags } from 'node:fs';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import { unpackRuns } from '../../../device-recordings/layout.js';
import { Frames } from '../frames.js';
import { callApart, readyNow, readySoon } from '../kernel-calls.js';
import { BEAT_MS, type DeviceAnswer, type DeviceOrder, type GivenNode, MAPPED_LIMIT, SLICE_MS } from '../protocol.js';
import { DeviceMapping } from './device-mapping.js';
import { OpenDevice } from './open-device.js';
import type { Pending } from './pending.js';

type Order<Name extends DeviceOrder['do']> = Extract<DeviceOrder, { do: Name }>;

interface Outcome {
  readonly result: number;
  readonly data?: Buffer;
  readonly events?: readonly number[];
}

const NOTHING_OPEN: Outcome = { result: -constants.errno.EBADF };

class DeviceServer {
  private readonly frames: Frames<DeviceAnswer, DeviceOrder>;
  private readonly files = new Map<number, OpenDevice>();
  private readonly mappings = new Map<number, DeviceMapping>();
  private mapped = 0;
  private readonly pending = new Map<number, Pending>();

  constructor(
    socket: Socket,
    private readonly paths: readonly string[],
    ended: () => void,
  ) {
    this.frames = new Frames(socket, { take: (order, data) => this.obey(order, data), ended });
    setInterval(() => {
      // Who waits hears that somebody is there.
      if (this.pending.size > 0 && this.frames.waiting === 0) this.frames.send({ do: 'alive' });
    }, BEAT_MS);
  }

  private obey(order: DeviceOrder, data: Buffer): void {
    switch (order.do) {
      case 'open':
        return this.answer(order.id, () => this.open(order));
      case 'call':
        return this.answer(order.id, (pending) => this.call(order, data, pending));
      case 'poll':
        return this.answer(order.id, (pending) => this.poll(order, pending));
      case 'map':
        return this.answer(order.id, () => this.map(order));
      case 'futex':
        return this.answer(order.id, (pending) => this.futex(order, pending));
      case 'memory':
        return this.mappings.get(order.mapping)?.change(unpackRuns(data, order.runs));
      case 'close':
        return this.close(order.file);
      case 'cancel': {
        const pending = this.pending.get(order.id);
        if (pending) pending.cancelled = true;
        return;
      }
      default:
        throw new RangeError(`no order ${String((order as { do: string }).do)}`);
    }
  }

  /** Memory that has changed until the call was over goes before what it gave. */
  private answer(id: number, action: (pending: Pending) => Outcome | Promise<Outcome>): void {
    const pending: Pending = { cancelled: false };
    this.pending.set(id, pending);
    const tell = ({ result, data, events }: Outcome): void => {
      this.pending.delete(id);
      this.tellMemory();
      this.frames.send({ do: 'answered', id, result, ...(events ? { events } : {}) }, data);
    };
    // What does not fit together is the other side's mistake.
    new Promise<Outcome>((resolve) => resolve(action(pending))).then(tell, () =>
      tell({ result: -constants.errno.EINVAL }),
    );
  }

  private tellMemory(): void {
    for (const [mapping, memory] of this.mappings)
      for (const { runs, packed } of memory.changed()) this.frames.send({ do: 'memory', mapping, runs }, packed);
  }

  private async open({ path, flags, file }: Order<'open'>): Promise<Outcome> {
    if (!this.paths.includes(path) || this.files.has(file)) return { result: -constants.errno.EACCES };
    // A terminal must not become that of this process.
    const fd = await callApart('open', Buffer.from(`${path}\0`), flags | openFlags.O_NOCTTY, 0);
    if (fd >= 0n) this.files.set(file, new OpenDevice(fd));
    return { result: fd < 0n ? Number(fd) : 0 };
  }

  private async call(order: Order<'call'>, data: Buffer, pending: Pending): Promise<Outcome> {
    const file = this.files.get(order.file);
    if (!file) return NOTHING_OPEN;
    const { result, taken } = await file.call(order, data, pending);
    return { result, data: taken };
  }

  private async poll({ entries, milliseconds }: Order<'poll'>, pending: Pending): Promise<Outcome> {
    const polled = entries.map(({ file, events }) => ({ fd: this.files.get(file)?.descriptor ?? -1, events }));
    const end = milliseconds < 0 ? Number.POSITIVE_INFINITY : performance.now() + milliseconds;
    let events = readyNow(polled);
    for (let rest = end - performance.now(); events.every((each) => each === 0); rest = end - performance.now()) {
      if (pending.cancelled) return { result: -constants.errno.EINTR };
      if (rest <= 0) break;
      events = await readySoon(polled, Math.ceil(Math.min(rest, SLICE_MS)));
    }
    return { result: events.filter((each) => each !== 0).length, events };
  }

  private map(order: Order<'map'>): Outcome {
    const file = this.files.get(order.file);
    if (!file) return NOTHING_OPEN;
    if (this.mapped + order.length > MAPPED_LIMIT) return { result: -constants.errno.ENOMEM };
    const made = DeviceMapping.make(file.descriptor, order);
    if (typeof made === 'number') return { result: made };
    this.mappings.set(order.mapping, made);
    this.mapped += order.length;
    return { result: 0 };
  }

  private async futex(order: Order<'futex'>, pending: Pending): Promise<Outcome> {
    const memory = this.mappings.get(order.mapping);
    if (!memory) return { result: -constants.errno.EFAULT };
    const { offset, value, milliseconds } = order;
    const result = order.wakes ? memory.wake(offset, BigInt(value)) : memory.wait(offset, value, milliseconds, pending);
    return { result: await result };
  }

  private close(number: number): void {
    for (const [mapping, memory] of this.mappings) {
      if (memory.file !== number) continue;
      this.mappings.delete(mapping);
      this.mapped -= memory.length;
      memory.end();
    }
    this.files.get(number)?.close();
    this.files.delete(number);
  }
}

/** Serves a program that is known, until its connection ends. @param fd of the socket @param ended is told so */
export function serveDevices(fd: number, nodes: readonly GivenNode[], ended: () => void): void {
  const socket = new Socket({ fd, readable: true, writable: true });
  new DeviceServer(
    socket,
    nodes.map(({ path }) => path),
    ended,
  );
}
