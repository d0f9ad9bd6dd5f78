// Polls of programs, of descriptors of devices elsewhere and of their own.

import { constants } from 'node:os';
import type { FileCall } from '../../../host/device.js';
import type { Native } from '../../../host/native.js';
import { POLL_ENTRY, readyNow } from '../kernel-calls.js';
import type { Reply } from './connection.js';

/** A descriptor that is asked for, as the call has it. */
export interface PolledEntry {
  readonly fd: number;
  readonly events: number;
}

const MOST_POLLED = 1024;
const POLLNVAL = 0x20;
/** Milliseconds in which descriptors of this machine are looked at again. */
const LOCAL_MS = 10;
const MILLISECONDS = 1_000_000n;

/** @returns undefined when its memory cannot be read */
export function polledEntries({ arguments: [address, count], memory }: FileCall): PolledEntry[] | undefined {
  const most = Math.min(Number(BigInt.asUintN(32, count!)), MOST_POLLED);
  const bytes = memory.read(address!, most * POLL_ENTRY);
  if (!bytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Array.from({ length: most }, (_, n) => ({
    fd: view.getInt32(n * POLL_ENTRY, true),
    events: view.getUint16(n * POLL_ENTRY + 4, true),
  }));
}

/** How long it may take in milliseconds; negative: for ever. */
export function pollTime({ name, arguments: [, , time], memory, abi }: FileCall): number {
  if (name === 'poll') return Number(BigInt.asIntN(32, time!));
  if (time === 0n) return -1;
  const size = abi === 'i386' ? 4 : 8;
  const bytes = memory.read(time!, 2 * size);
  if (!bytes) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const number = (at: number): bigint => (size === 8 ? view.getBigInt64(at, true) : BigInt(view.getInt32(at, true)));
  return Number(number(0) * 1000n + (number(size) + MILLISECONDS - 1n) / MILLISECONDS);
}

/** Descriptors of the program that are this machine's, for as long as they are asked for. */
class LocalDescriptors {
  private readonly held: readonly number[];

  constructor(
    private readonly native: Pick<Native, 'shareDescriptor' | 'closeFd'>,
    private readonly entries: readonly PolledEntry[],
    { pid, tid }: FileCall,
  ) {
    this.held = entries.map(({ fd }) => native.shareDescriptor(tid, pid, fd));
  }

  ready(): number[] {
    const now = readyNow(this.entries.map(({ events }, n) => ({ fd: Math.max(this.held[n]!, -1), events })));
    return now.map((events, n) => (this.held[n]! < 0 ? POLLNVAL : events));
  }

  close(): void {
    for (const fd of this.held) if (fd >= 0) this.native.closeFd(fd);
  }
}

export interface PollOptions {
  readonly native: Pick<Native, 'shareDescriptor' | 'closeFd'>;
  /** The number of a file elsewhere; undefined for one of this machine. */
  readonly fileOf: (fd: number) => number | undefined;
  readonly ask: (entries: readonly { file: number; events: number }[], milliseconds: number) => Promise<Reply>;
}

/** @returns the result of the call, whose memory has the answers then */
export async function poll(call: FileCall, entries: readonly PolledEntry[], options: PollOptions): Promise<number> {
  const places = entries.map(({ fd, events }, n) => ({ n, fd, events, file: fd < 0 ? undefined : options.fileOf(fd) }));
  const there = places.flatMap(({ n, file, events }) => (file === undefined ? [] : [{ n, file, events }]));
  const here = places.filter(({ fd, file }) => fd >= 0 && file === undefined);
  const local = new LocalDescriptors(options.native, here, call);
  try {
    const time = pollTime(call);
    const end = time < 0 ? Number.POSITIVE_INFINITY : performance.now() + time;
    for (;;) {
      const rest = Math.max(0, end - performance.now());
      const found = new Map<number, number>();
      local.ready().forEach((events, n) => void found.set(here[n]!.n, events));
      const waits = [...found.values()].some((events) => events !== 0)
        ? 0
        : here.length > 0
          ? Math.min(rest, LOCAL_MS)
          : rest;
      const asked = there.map(({ file, events }) => ({ file, events }));
      const reply = await options.ask(asked, waits === Number.POSITIVE_INFINITY ? -1 : Math.ceil(waits));
      if (reply.result < 0) return reply.result;
      there.forEach(({ n }, at) => void found.set(n, reply.events[at] ?? 0));
      const ready = [...found.values()].filter((events) => events !== 0).length;
      if (ready > 0 || performance.now() >= end) return write(call, found) ? ready : -constants.errno.EFAULT;
    }
  } finally {
    local.close();
  }
}

function write({ arguments: [address], memory }: FileCall, found: ReadonlyMap<number, number>): boolean {
  return [...found].every(([n, events]) => {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16LE(events);
    return memory.write(address! + BigInt(n * POLL_ENTRY + 6), bytes);
  });
}
