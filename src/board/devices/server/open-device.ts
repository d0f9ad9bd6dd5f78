// A real device that a program elsewhere has opened: its calls are made here.

import { constants as flags } from 'node:fs';
import { constants } from 'node:os';
import { addressOf } from '../../c-memory.js';
import { callApart, callNow, readyNow, readySoon } from '../kernel-calls.js';
import { CARRIED_LIMIT, type CarriedArea, type CarriedArgument, type DeviceOrder, SLICE_MS } from '../protocol.js';
import type { Pending } from './pending.js';

type CallOrder = Extract<DeviceOrder, { do: 'call' }>;

/** What the kernel writes beyond what is known of a structure must not be somebody else's. */
const SLACK = 4096;
const { O_NONBLOCK } = flags;
const F_GETFL = 3n;
const [POLLIN, POLLOUT] = [1, 4];
const READS = ['read', 'pread64'];
const WRITES = ['write', 'pwrite64'];
const INTERRUPTED = -BigInt(constants.errno.EINTR);

/** @throws RangeError for an order that does not fit together */
function buffersOf(areas: readonly CarriedArea[], data: Buffer): Buffer[] {
  const total = areas.reduce((sum, { length }) => sum + length, 0);
  if (!(total <= CARRIED_LIMIT)) throw new RangeError(`${total} bytes of memory for one call`);
  let at = 0;
  const buffers = areas.map(({ length, gives }) => {
    const bytes = Buffer.alloc(length + SLACK);
    if (gives) bytes.set(data.subarray(at, at + length));
    if (gives) at += length;
    return bytes;
  });
  areas.forEach(({ holder }, n) => {
    if (holder) buffers[holder.area]!.writeBigUInt64LE(addressOf(buffers[n]!), holder.at);
  });
  return buffers;
}

export class OpenDevice {
  constructor(private readonly fd: bigint) {}

  get descriptor(): number {
    return Number(this.fd);
  }

  async call({ name, arguments: given, areas, nonBlocking }: CallOrder, data: Buffer, pending: Pending) {
    const buffers = buffersOf(areas, data);
    const values = given.map((each: CarriedArgument) => ('area' in each ? buffers[each.area]! : BigInt(each.value)));
    const events = READS.includes(name) ? POLLIN : WRITES.includes(name) ? POLLOUT : 0;
    const ready = events === 0 ? 1n : await this.ready(events, nonBlocking, pending);
    const result = ready < 0n ? ready : await callApart(name, this.fd, ...values);
    const taken = areas.flatMap(({ takes, length }, n) => (takes ? [buffers[n]!.subarray(0, length)] : []));
    return { result: Number(result), taken: Buffer.concat(taken) };
  }

  /** Waits as the file does. */
  private async ready(events: number, nonBlocking: boolean, pending: Pending): Promise<bigint> {
    const entries = [{ fd: this.descriptor, events }];
    if (readyNow(entries)[0] !== 0) return 1n;
    const now = Number(callNow('fcntl', this.fd, F_GETFL, 0n));
    if (nonBlocking || (now & O_NONBLOCK) !== 0) return -BigInt(constants.errno.EAGAIN);
    while (!pending.cancelled) if ((await readySoon(entries, SLICE_MS))[0] !== 0) return 1n;
    return INTERRUPTED;
  }

  close(): void {
    callNow('close', this.fd);
  }
}
