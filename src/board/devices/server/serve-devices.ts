// One connection of a board that gives devices: opens them, makes the program's calls, and says what came of each.

import { Socket } from 'node:net';
import { constants } from 'node:os';
import { unpackRuns } from '../../../device-recordings/layout.js';
import { isMappedByCalls } from '../../../device-recordings/requests/known.js';
import { Frames } from '../frames.js';
import { callApart, readyNow, readySoon } from '../kernel-calls.js';
import {
  BEAT_MS,
  DEVICE_ORDERS,
  type DeviceAnswer,
  type DeviceOrder,
  MAPPED_LIMIT,
  type RemoteDeviceNode,
  SLICE_MS,
} from '../protocol.js';
import { memoryOf } from './checked-call.js';
import { DeviceMapping } from './device-mapping.js';
import { deviceFlags, OpenDevice } from './open-device.js';
import type { Pending } from './pending.js';

type Order<Name extends DeviceOrder['do']> = Extract<DeviceOrder, { do: Name }>;
type Question = Extract<DeviceOrder, { readonly id: number }>;

interface Outcome {
  readonly result: number;
  readonly data?: Buffer;
  readonly events?: readonly number[];
}

export interface GivenDevices {
  readonly nodes: readonly RemoteDeviceNode[];
  /** Also requests without a description. */
  readonly anyRequest: boolean;
}

const { EACCES, EAGAIN, EBADF, EEXIST, EFAULT, EINTR, EINVAL, EMFILE, ENODEV, ENOMEM } = constants.errno;
const NOTHING_OPEN: Outcome = { result: -EBADF };
/** Of one connection at a time. */
const [FILES, MAPPINGS, PENDING] = [4096, 256, 4096];
/** Bytes of memory of all calls that are under way. */
const UNDERWAY_LIMIT = 64 << 20;

class DeviceServer {
  private readonly frames: Frames<DeviceAnswer, DeviceOrder>;
  private readonly files = new Map<number, OpenDevice>();
  /** Numbers of files that are being opened. */
  private readonly opening = new Set<number>();
  private readonly mappings = new Map<number, DeviceMapping>();
  private mapped = 0;
  private readonly pending = new Map<number, Pending>();
  private underway = 0;

  constructor(
    socket: Socket,
    private readonly devices: GivenDevices,
    ended: () => void,
  ) {
    this.frames = new Frames<DeviceAnswer, DeviceOrder>(socket, {
      incoming: DEVICE_ORDERS,
      pausesUntaken: true,
      take: (order, data) => this.obey(order, data),
      // Nothing after an order that contradicts those before it could be meant.
      lastWords: (reason) => ({ do: 'refused', text: `the program sent an invalid request: ${reason}` }),
      ended,
    });
    setInterval(() => {
      // A program that waits sees that the board is there.
      if (this.pending.size > 0 && this.frames.waiting === 0) this.frames.send({ do: 'alive' });
    }, BEAT_MS);
  }

  private obey(order: DeviceOrder, data: Buffer): void {
    switch (order.do) {
      case 'open':
        return this.answer(order, () => this.open(order));
      case 'call':
        return this.answer(order, (pending) => this.call(order, data, pending));
      case 'poll':
        return this.answer(order, (pending) => this.poll(order, pending));
      case 'map':
        return this.answer(order, () => this.map(order));
      case 'futex':
        return this.answer(order, (pending) => this.futex(order, pending));
      case 'memory':
        return this.mappings.get(order.mapping)?.change(unpackRuns(data, order.runs));
      case 'close':
        return this.close(order.file);
      case 'cancel': {
        const pending = this.pending.get(order.id);
        if (pending) pending.cancelled = true;
        return;
      }
    }
  }

  /** Memory that has changed until the call was over goes before what it gave. */
  private answer({ id }: Question, action: (pending: Pending) => Outcome | Promise<Outcome>): void {
    if (this.pending.has(id)) throw new RangeError(`call ${id} is in progress already`);
    if (this.pending.size >= PENDING) return this.frames.send({ do: 'answered', id, result: -EAGAIN });
    const pending: Pending = { cancelled: false };
    this.pending.set(id, pending);
    const send = ({ result, data, events }: Outcome): void => {
      this.pending.delete(id);
      this.sendMemory();
      this.frames.send({ do: 'answered', id, result, ...(events ? { events } : {}) }, data);
    };
    // Inconsistent requests are the peer's mistake.
    new Promise<Outcome>((resolve) => resolve(action(pending))).then(send, () => send({ result: -EINVAL }));
  }

  private sendMemory(): void {
    for (const [mapping, memory] of this.mappings)
      for (const { runs, packed } of memory.changed()) this.frames.send({ do: 'memory', mapping, runs }, packed);
  }

  private async open({ path, flags, file }: Order<'open'>): Promise<Outcome> {
    const isServed = this.devices.nodes.some((node) => node.path === path);
    if (!isServed || this.files.has(file) || this.opening.has(file)) return { result: -EACCES };
    if (this.files.size + this.opening.size >= FILES) return { result: -EMFILE };
    this.opening.add(file);
    const fd = await callApart('open', Buffer.from(`${path}\0`), deviceFlags(flags), 0);
    this.opening.delete(file);
    if (fd >= 0n) this.files.set(file, new OpenDevice(fd, { path, anyRequest: this.devices.anyRequest }));
    return { result: fd < 0n ? Number(fd) : 0 };
  }

  private async call(order: Order<'call'>, data: Buffer, pending: Pending): Promise<Outcome> {
    const file = this.files.get(order.file);
    if (!file) return NOTHING_OPEN;
    const bytes = memoryOf(order);
    if (this.underway + bytes > UNDERWAY_LIMIT) return { result: -ENOMEM };
    this.underway += bytes;
    try {
      const { result, output } = await file.call(order, data, pending);
      return { result, data: output };
    } finally {
      this.underway -= bytes;
    }
  }

  /** Descriptors of files that nothing else holds may not be closed meanwhile. */
  private poll(order: Order<'poll'>, pending: Pending): Promise<Outcome> {
    const openFiles = new Set(order.entries.flatMap(({ file }) => this.files.get(file) ?? []));
    return [...openFiles].reduce<() => Promise<Outcome>>(
      (action, file) => () => file.use(action),
      () => this.polled(order, pending),
    )();
  }

  private async polled({ entries, milliseconds }: Order<'poll'>, pending: Pending): Promise<Outcome> {
    const polled = entries.map(({ file, events }) => ({ fd: this.files.get(file)?.descriptor ?? -1, events }));
    const end = milliseconds < 0 ? Number.POSITIVE_INFINITY : performance.now() + milliseconds;
    let events = readyNow(polled);
    for (let rest = end - performance.now(); events.every((each) => each === 0); rest = end - performance.now()) {
      if (pending.cancelled) return { result: -EINTR };
      if (rest <= 0) break;
      events = await readySoon(polled, Math.ceil(Math.min(rest, SLICE_MS)));
    }
    return { result: events.filter((each) => each !== 0).length, events };
  }

  private map(order: Order<'map'>): Outcome {
    const file = this.files.get(order.file);
    if (!file) return NOTHING_OPEN;
    if (!isMappedByCalls(file.path)) return { result: -ENODEV };
    if (this.mappings.has(order.mapping)) return { result: -EEXIST };
    if (order.wakes.some((at) => at >= order.length)) return { result: -EINVAL };
    if (this.mapped + order.length > MAPPED_LIMIT || this.mappings.size >= MAPPINGS) return { result: -ENOMEM };
    const mapping = DeviceMapping.make(file.descriptor, order);
    if (typeof mapping === 'number') return { result: mapping };
    this.mappings.set(order.mapping, mapping);
    this.mapped += order.length;
    return { result: 0 };
  }

  private async futex(order: Order<'futex'>, pending: Pending): Promise<Outcome> {
    const memory = this.mappings.get(order.mapping);
    if (!memory) return { result: -EFAULT };
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

/** Serves a program that is known, until its connection ends. @param fd of the socket @param ended is called then */
export function serveDevices(fd: number, devices: GivenDevices, ended: () => void): void {
  new DeviceServer(new Socket({ fd, readable: true, writable: true }), devices, ended);
}
