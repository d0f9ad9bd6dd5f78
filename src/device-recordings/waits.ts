// Calls that wait for several descriptors: poll(2) and select(2) with their relatives, as one list, and the memory that
// they name.

import type { Abi, FileCall } from '../host/device.js';
import { elementOf } from '../util/required.js';
import type { CallAreas, PlacedArea } from './call-areas.js';

/** A descriptor that is waited for, and for what (POLLIN and others, asm-generic/poll.h). */
export interface PollTarget {
  readonly fd: number;
  readonly events: number;
}

export const POLL_ENTRY = 8;
/** Offsets in an entry of a poll: requested events, reported events. */
export const [EVENTS_AT, ANSWER_AT] = [4, 6];
const MAX_POLLED = 1024;
const MAX_SELECTED = 65536;

/**
 * The sets of a select, each with its argument, the events that it requests, and the events of a poll's answer that put
 * a descriptor into the result (fs/select.c).
 */
export const SETS = [
  { name: 'readable', argument: 1, events: 0x1, accepts: 0x1 | 0x8 | 0x10 | 0x40 | 0x80 },
  { name: 'writable', argument: 2, events: 0x4, accepts: 0x4 | 0x8 | 0x100 | 0x200 },
  { name: 'exceptional', argument: 3, events: 0x2, accepts: 0x2 },
] as const;

const POLLS = ['poll', 'ppoll'];
const SELECTS = ['select', '_newselect', 'pselect6'];
export const isSelect = ({ name }: Pick<FileCall, 'name'>): boolean => SELECTS.includes(name);
export const waitsForSeveral = (call: Pick<FileCall, 'name'>): boolean => POLLS.includes(call.name) || isSelect(call);

/** EPOLL_CTL_ADD (uapi/linux/eventpoll.h). */
const EPOLL_ADD = 1n;
export const NO_EPOLL = 'epoll is refused (EPERM) for devices that a recording or a board serves; use poll or select';
export const isEpollAdd = ({ name, arguments: raw }: Pick<FileCall, 'name' | 'arguments'>): boolean =>
  name === 'epoll_ctl' && BigInt.asUintN(32, raw[1]) === EPOLL_ADD;
export const epolledFd = ({ arguments: raw }: Pick<FileCall, 'arguments'>): number => int(raw[2]);

const int = (value: bigint): number => Number(BigInt.asIntN(32, value));
const wordOf = (abi: Abi): number => (abi === 'i386' ? 4 : 8);

/** Bytes of a set of descriptors: whole words, which the kernel writes. */
export const setBytes = ({ abi, arguments: raw }: FileCall): number => {
  const word = wordOf(abi);
  return word * Math.ceil(Math.min(Math.max(int(raw[0]), 0), MAX_SELECTED) / (8 * word));
};

const isIn = (set: Uint8Array, fd: number): boolean =>
  ((elementOf(set, fd >> 3, 'byte of the set') >> (fd & 7)) & 1) === 1;

/** The sets that a select gives, in their order; undefined when one cannot be read. */
export function setsOf(call: FileCall): (Uint8Array | null)[] | undefined {
  const bytes = setBytes(call);
  const sets = SETS.map(({ argument }) => {
    const address = call.arguments[argument];
    return address === 0n ? null : call.memory.read(address, bytes);
  });
  return sets.every((set) => set !== undefined) ? sets : undefined;
}

function selected(call: FileCall): PollTarget[] | undefined {
  const sets = setsOf(call);
  if (!sets) return undefined;
  const count = Math.min(int(call.arguments[0]), MAX_SELECTED);
  const waited: PollTarget[] = [];
  for (let fd = 0; fd < count; fd++) {
    const events = SETS.reduce((sum, { events }, n) => sum | (sets[n] && isIn(sets[n], fd) ? events : 0), 0);
    if (events !== 0) waited.push({ fd, events });
  }
  return waited;
}

function polled({ arguments: [address, count], memory }: FileCall): PollTarget[] | undefined {
  const most = Math.min(Number(BigInt.asUintN(32, count)), MAX_POLLED);
  const bytes = memory.read(address, most * POLL_ENTRY);
  if (!bytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Array.from({ length: most }, (_, n) => ({
    fd: view.getInt32(n * POLL_ENTRY, true),
    events: view.getUint16(n * POLL_ENTRY + EVENTS_AT, true),
  }));
}

/** In their order; of a poll each entry, also one that names none. Undefined when memory cannot be read. */
export const waitedFor = (call: FileCall): PollTarget[] | undefined => (isSelect(call) ? selected(call) : polled(call));

/** Result of a select: its sets with only the ready descriptors. @param answers a poll's answer by descriptor */
export function answeredSets(
  sets: readonly (Uint8Array | null)[],
  answers: ReadonlyMap<number, number>,
): { readonly sets: readonly (Uint8Array | null)[]; readonly count: number } {
  let count = 0;
  const answered = SETS.map(({ accepts }, n) => {
    const set = sets[n];
    if (!set) return null;
    const bytes = new Uint8Array(set.length);
    for (const [fd, events] of answers) {
      if (!isIn(set, fd) || (events & accepts) === 0) continue;
      bytes[fd >> 3] = elementOf(bytes, fd >> 3, 'byte of the set') | (1 << (fd & 7));
      count++;
    }
    return bytes;
  });
  return { sets: answered, count };
}

/** Descriptors and their requested events; descriptors differ from run to run. */
export function placePoll({ arguments: raw }: FileCall): CallAreas {
  const count = Math.min(Number(BigInt.asUintN(32, raw[1])), MAX_POLLED);
  const area = { name: 'descriptors', address: raw[0], length: count * POLL_ENTRY };
  const each = (masked: readonly number[]) =>
    Array.from({ length: count }, (_, n) =>
      masked.map((value, i) => (i % 2 === 0 ? n * POLL_ENTRY + value : value)),
    ).flat();
  return {
    record: { count },
    areas: [
      { ...area, when: 'before', masked: each([0, EVENTS_AT, ANSWER_AT, 2]) },
      { ...area, when: 'after', masked: each([0, ANSWER_AT]) },
    ],
  };
}

/** Sets of descriptors, by their numbers, and what is left of the time. */
export function placeSelect(call: FileCall): CallAreas {
  const { abi, arguments: raw } = call;
  const length = setBytes(call);
  const piece = (name: string, address: bigint, size: number, ...when: readonly PlacedArea['when'][]): PlacedArea[] =>
    address === 0n || size === 0 ? [] : when.map((each) => ({ name, address, length: size, when: each, masked: [] }));
  return {
    record: { count: Math.max(int(raw[0]), 0) },
    areas: [
      ...SETS.flatMap(({ name, argument }) => piece(name, raw[argument], length, 'before', 'after')),
      ...piece('time', raw[4], 2 * wordOf(abi), 'after'),
    ],
  };
}
