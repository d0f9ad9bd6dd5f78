// Polls of programs, of descriptors of devices elsewhere and of their own.

import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ANSWER_AT,
  answeredSets,
  isSelect,
  POLL_ENTRY,
  type PollTarget,
  SETS,
  setsOf,
} from '../../../device-recordings/waits.js';
import type { FileCall } from '../../../host/device.js';
import type { Native } from '../../../host/native.js';
import { elementOf } from '../../../util/required.js';
import { readyNow } from '../kernel-calls.js';
import type { RemoteReply } from './connection.js';

const POLLNVAL = 0x20;
/** Milliseconds in which descriptors of this machine are looked at again. */
const LOCAL_MS = 10;
const NANOSECONDS = 1_000_000n;
const MICROSECONDS = 1000n;

/** Place of a call's timeout; its second number counts fractions of a millisecond. */
function timePlace({ name, arguments: raw, abi }: FileCall) {
  const address = isSelect({ name }) ? raw[4] : raw[2];
  return { address, word: abi === 'i386' ? 4 : 8, parts: name.endsWith('select') ? MICROSECONDS : NANOSECONDS };
}

/** Timeout in milliseconds; negative: infinite. */
export function pollTime(call: FileCall): number {
  if (call.name === 'poll') return Number(BigInt.asIntN(32, call.arguments[2]));
  const { address, word, parts } = timePlace(call);
  if (address === 0n) return -1;
  const bytes = call.memory.read(address, 2 * word);
  if (!bytes) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const number = (at: number): bigint => (word === 8 ? view.getBigInt64(at, true) : BigInt(view.getInt32(at, true)));
  return Number(number(0) * 1000n + (number(word) + parts - 1n) / parts);
}

/** Writes the remaining time, as a select does. */
function writeRest(call: FileCall, milliseconds: number): void {
  const { address, word, parts } = timePlace(call);
  if (address === 0n || !Number.isFinite(milliseconds)) return;
  const rest = BigInt(Math.floor(milliseconds));
  const bytes = Buffer.alloc(2 * word);
  [rest / 1000n, (rest % 1000n) * parts].forEach((value, n) => {
    if (word === 8) bytes.writeBigInt64LE(value, n * word);
    else bytes.writeInt32LE(Number(BigInt.asIntN(32, value)), n * word);
  });
  call.memory.write(address, bytes);
}

interface LocalEntry extends PollTarget {
  /** Its place in the call. */
  readonly n: number;
}

/** Descriptors of the program that are this machine's, for the duration of a poll. */
class LocalDescriptors {
  private readonly entries: readonly (LocalEntry & { readonly own: number })[];

  constructor(
    private readonly native: Pick<Native, 'shareDescriptor' | 'closeFd'>,
    entries: readonly LocalEntry[],
    { pid, tid }: FileCall,
  ) {
    this.entries = entries.map((entry) => ({ ...entry, own: native.shareDescriptor(tid, pid, entry.fd) }));
  }

  /** Answers by places in the call. */
  ready(): (readonly [n: number, events: number])[] {
    const now = readyNow(this.entries.map(({ events, own }) => ({ fd: Math.max(own, -1), events })));
    return this.entries.map(({ n, own }, at) => [n, own < 0 ? POLLNVAL : elementOf(now, at, 'answer')]);
  }

  close(): void {
    for (const { own } of this.entries) if (own >= 0) this.native.closeFd(own);
  }
}

export interface PollOptions {
  readonly native: Pick<Native, 'shareDescriptor' | 'closeFd'>;
  /** The number of a file elsewhere; undefined for one of this machine. */
  readonly fileOf: (fd: number) => number | undefined;
  readonly request: (
    entries: readonly { file: number; events: number }[],
    milliseconds: number,
  ) => Promise<RemoteReply>;
}

/** @returns the result of the call, whose memory has the answers then */
export async function poll(call: FileCall, entries: readonly PollTarget[], options: PollOptions): Promise<number> {
  const places = entries.map(({ fd, events }, n) => ({ n, fd, events, file: fd < 0 ? undefined : options.fileOf(fd) }));
  const remotePlaces = places.flatMap(({ n, file, events }) => (file === undefined ? [] : [{ n, file, events }]));
  const localPlaces = places.filter(({ fd, file }) => fd >= 0 && file === undefined);
  const local = new LocalDescriptors(options.native, localPlaces, call);
  try {
    const time = pollTime(call);
    const end = time < 0 ? Number.POSITIVE_INFINITY : performance.now() + time;
    for (;;) {
      const rest = Math.max(0, end - performance.now());
      const answers = new Map(local.ready());
      const waits = [...answers.values()].some((events) => events !== 0)
        ? 0
        : localPlaces.length > 0
          ? Math.min(rest, LOCAL_MS)
          : rest;
      const requests = remotePlaces.map(({ file, events }) => ({ file, events }));
      const reply = await options.request(requests, waits === Number.POSITIVE_INFINITY ? -1 : Math.ceil(waits));
      if (reply.result < 0) return reply.result;
      remotePlaces.forEach(({ n }, at) => void answers.set(n, reply.events[at] ?? 0));
      if (isSelect(call)) clearUnrequested(entries, answers);
      const isReady = [...answers.values()].some((events) => events !== 0);
      if (isReady || performance.now() >= end)
        return isSelect(call) ? answerSelect(call, entries, answers, end) : answerPoll(call, answers);
      // A ready file that a select does not wait for would be reported again at once.
      if (reply.result > 0) await sleep(LOCAL_MS);
    }
  } finally {
    local.close();
  }
}

/** @param answers answers by places in the call @returns the result of the call, whose memory has the answers then */
function answerPoll({ arguments: [address], memory }: FileCall, answers: ReadonlyMap<number, number>): number {
  const isWritten = [...answers].every(([n, events]) => {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16LE(events);
    return memory.write(address + BigInt(n * POLL_ENTRY + ANSWER_AT), bytes);
  });
  return isWritten ? [...answers.values()].filter((events) => events !== 0).length : -constants.errno.EFAULT;
}

/** A poll reports ends and errors without a request; they end a select by the sets that take them. */
function clearUnrequested(entries: readonly PollTarget[], answers: Map<number, number>): void {
  for (const [n, events] of answers) {
    const takes = SETS.reduce(
      (sum, set) => sum | (elementOf(entries, n, 'entry').events & set.events ? set.accepts : 0),
      POLLNVAL,
    );
    answers.set(n, events & takes);
  }
}

function answerSelect(
  call: FileCall,
  entries: readonly PollTarget[],
  answers: ReadonlyMap<number, number>,
  end: number,
): number {
  if ([...answers.values()].some((events) => (events & POLLNVAL) !== 0)) return -constants.errno.EBADF;
  const before = setsOf(call);
  if (!before) return -constants.errno.EFAULT;
  const byDescriptor = new Map([...answers].map(([n, events]) => [elementOf(entries, n, 'entry').fd, events]));
  const { sets, count } = answeredSets(before, byDescriptor);
  const isWritten = SETS.every(({ argument }, n) => !sets[n] || call.memory.write(call.arguments[argument], sets[n]));
  writeRest(call, Math.max(0, end - performance.now()));
  return isWritten ? count : -constants.errno.EFAULT;
}
