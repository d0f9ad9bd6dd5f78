// System calls of this process by name: those that may wait on a thread of their own.

import { constants } from 'node:os';
import { DataType, load } from 'ffi-rs';
import { numberOf, systemCall } from '../../host/syscalls.js';
import { required } from '../../util/required.js';
import { thisProcess } from '../c-memory.js';
import type { CarriedName } from './protocol.js';

/** Calls of a board on its own descriptors and memory. */
const OWN = ['open', 'close', 'mmap', 'munmap', 'poll', 'futex'] as const;
export type KernelCall = CarriedName | (typeof OWN)[number] | 'fcntl';

/** Of <asm/unistd_64.h>: no guest's call is answered by it, so the host's table does not have it. */
const FCNTL = 72;

export type KernelCallArgument = bigint | number | Uint8Array;

function parameters(name: KernelCall, values: readonly KernelCallArgument[]) {
  const number = name === 'fcntl' ? FCNTL : required(numberOf(systemCall(name), 'x86-64'), `number of ${name}`);
  return {
    library: thisProcess(),
    funcName: 'syscall',
    retType: DataType.BigInt as const,
    paramsType: [
      DataType.BigInt,
      ...values.map((value) => (value instanceof Uint8Array ? DataType.U8Array : DataType.BigInt)),
    ],
    paramsValue: [
      BigInt(number),
      ...values.map((value) => (value instanceof Uint8Array ? value : BigInt.asIntN(64, BigInt(value)))),
    ],
    errno: true as const,
  };
}

interface Outcome {
  readonly value: unknown;
  readonly errnoCode: number;
}

/** -1 is a failure of every call that is made here. */
const resultOf = ({ value, errnoCode }: Outcome): bigint =>
  BigInt(value as bigint) === -1n ? -BigInt(errnoCode || constants.errno.EIO) : BigInt(value as bigint);

/** A call that does not wait. @returns its result, or a negative errno */
export const callNow = (name: KernelCall, ...values: KernelCallArgument[]): bigint =>
  resultOf(load(parameters(name, values)));

/** A call that may wait; bytes that it is given stay where they are until it is over. */
export async function callApart(name: KernelCall, ...values: KernelCallArgument[]): Promise<bigint> {
  const selected = parameters(name, values);
  const outcome = (await load({ ...selected, runInNewThread: true as const })) as Outcome;
  return selected.paramsValue.length > 0 ? resultOf(outcome) : 0n;
}

export const POLL_ENTRY = 8;

/**
 * Polls, without waiting or apart. @returns what is ready of each, in their order; a negative errno when the call fails
 */
function entriesOf(entries: readonly { readonly fd: number; readonly events: number }[]): Buffer {
  const bytes = Buffer.alloc(POLL_ENTRY * entries.length);
  entries.forEach(({ fd, events }, n) => {
    bytes.writeInt32LE(fd, POLL_ENTRY * n);
    bytes.writeUInt16LE(events & 0xffff, POLL_ENTRY * n + 4);
  });
  return bytes;
}

const eventsOf = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length / POLL_ENTRY }, (_, n) => bytes.readUInt16LE(POLL_ENTRY * n + 6));

export type PollEntries = readonly { readonly fd: number; readonly events: number }[];

/** Events of each entry that are ready now. */
export function readyNow(entries: PollEntries): number[] {
  const bytes = entriesOf(entries);
  callNow('poll', bytes, entries.length, 0);
  return eventsOf(bytes);
}

/** Events that are ready within some milliseconds. */
export async function readySoon(entries: PollEntries, milliseconds: number): Promise<number[]> {
  const bytes = entriesOf(entries);
  await callApart('poll', bytes, entries.length, milliseconds);
  return eventsOf(bytes);
}
