// A real device that a program elsewhere has opened: its calls are made here. The descriptor is this process's own; a
// peer has a number of its own for the file, and no other way to it.

import { constants as flags } from 'node:fs';
import { constants } from 'node:os';
import { callApart, callNow, readyNow, readySoon } from '../kernel-calls.js';
import { SLICE_MS } from '../protocol.js';
import { type CallOrder, type CallRights, checkedCall } from './checked-call.js';
import type { Pending } from './pending.js';

const { O_NONBLOCK } = flags;
const F_GETFL = 3n;
const [POLLIN, POLLOUT] = [1, 4];
const READS = ['read', 'pread64'];
const WRITES = ['write', 'pwrite64'];
const INTERRUPTED = -BigInt(constants.errno.EINTR);
const CLOSED = -BigInt(constants.errno.EBADF);
const TOO_LARGE = -constants.errno.EOVERFLOW;

interface CallResult {
  readonly result: number;
  readonly output: Buffer;
}

/** Permitted flags of the open of a device's file: none that creates, empties or replaces files. */
const { O_ACCMODE, O_APPEND, O_DIRECT, O_DSYNC, O_EXCL, O_NOATIME, O_NOCTTY, O_SYNC } = {
  O_ACCMODE: 3,
  ...flags,
};
const OPEN_FLAGS = O_ACCMODE | O_APPEND | O_DIRECT | O_DSYNC | O_EXCL | O_NOATIME | O_NOCTTY | O_NONBLOCK | O_SYNC;
/** Of <asm-generic/fcntl.h>: the C library of a 64-bit program gives it as 0. */
const O_CLOEXEC = 0o2000000;

/** Of a program's flags, those that a device's file has. Ours stays here, and is no terminal of this process. */
export const deviceFlags = (flags: number): number => (flags & OPEN_FLAGS) | O_NOCTTY | O_CLOEXEC;

export class OpenDevice {
  private users = 0;
  private isClosed = false;

  constructor(
    private readonly fd: bigint,
    private readonly rights: CallRights,
  ) {}

  get descriptor(): number {
    return Number(this.fd);
  }

  get path(): string {
    return this.rights.path;
  }

  /** The descriptor stays open until what uses it is over, or its number might be another file's. */
  async use<T>(action: () => Promise<T>): Promise<T> {
    this.users++;
    try {
      return await action();
    } finally {
      this.users--;
      this.closeUnused();
    }
  }

  call(order: CallOrder, data: Buffer, pending: Pending): Promise<CallResult> {
    return this.use(() => this.execute(order, data, pending));
  }

  /** @throws RangeError for an order that does not fit together */
  private async execute(order: CallOrder, data: Buffer, pending: Pending): Promise<CallResult> {
    const checked = checkedCall(order, data, this.rights);
    if (typeof checked === 'number') return { result: checked, output: Buffer.alloc(0) };
    const { name, nonBlocking } = order;
    const events = READS.includes(name) ? POLLIN : WRITES.includes(name) ? POLLOUT : 0;
    const ready = events === 0 ? 1n : await this.ready(events, nonBlocking, pending);
    const result = ready < 0n ? ready : await callApart(name, this.fd, ...checked.values);

    const exact = Number.isSafeInteger(Number(result));
    return { result: exact ? Number(result) : TOO_LARGE, output: Buffer.concat(checked.outputs()) };
  }

  /** Waits as the file does. */
  private async ready(events: number, nonBlocking: boolean, pending: Pending): Promise<bigint> {
    const entries = [{ fd: this.descriptor, events }];
    if (readyNow(entries)[0] !== 0) return 1n;
    const now = Number(callNow('fcntl', this.fd, F_GETFL, 0n));
    if (nonBlocking || (now & O_NONBLOCK) !== 0) return -BigInt(constants.errno.EAGAIN);
    while (!pending.cancelled && !this.isClosed) if ((await readySoon(entries, SLICE_MS))[0] !== 0) return 1n;
    return this.isClosed ? CLOSED : INTERRUPTED;
  }

  close(): void {
    this.isClosed = true;
    this.closeUnused();
  }

  private closeUnused(): void {
    if (this.isClosed && this.users === 0) callNow('close', this.fd);
  }
}
