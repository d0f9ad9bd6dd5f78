// A call of the program that runs now, held against one of the recording.

import type { FileCall } from '../host/device.js';
import { elementOf } from '../util/required.js';
import { areasOf } from './areas.js';
import type { PlacedArea } from './call-areas.js';
import type { CallRecord } from './layout.js';
import type { CallMemory, RecordedCall } from './reader.js';

/** A call as the program makes it now. */
export interface LiveCall {
  readonly name: string;
  readonly tid: number;
  readonly node: number;
  /** By the numbers of the recording; 0 for an open. */
  readonly file: number;
  readonly record: Partial<CallRecord>;
  readonly areas: readonly PlacedArea[];
  readonly call: FileCall | undefined;
}

export const liveCall = (call: FileCall, node: number, file: number, path: string): LiveCall => ({
  name: call.name,
  tid: call.tid,
  node,
  file,
  call,
  ...areasOf(call, path),
});

const COMPARED_FIELDS = ['request', 'flags', 'protection', 'count', 'offset', 'how'] as const;

/** Opens are alike, whichever call makes them. */
const kindOf = (name: string): string => (name.startsWith('open') ? 'open' : name);

/** Of the same kind: request and node. */
export const isSameRequest = (live: LiveCall, recorded: RecordedCall): boolean =>
  live.node === recorded.node &&
  kindOf(live.name) === kindOf(recorded.name) &&
  live.record.request === recorded.request;

type MaskedRanges = { readonly masked?: readonly number[] | undefined };

/** @property masked offsets and lengths in turn */
const isMasked = ({ masked = [] }: MaskedRanges, at: number): boolean =>
  masked.some((start, n) => n % 2 === 0 && at >= start && at < start + elementOf(masked, n + 1, 'length'));

const byte = (value: number | undefined): string => `0x${(value ?? 0).toString(16).padStart(2, '0')}`;

function inputDifference(live: LiveCall, { area, bytes }: CallMemory['areas'][number]): string | undefined {
  const now = live.areas.find(({ name, when }) => name === area.name && when === 'before');
  if (!now) return `${area.name}: recorded with ${area.length} bytes, missing now`;
  if (now.length !== area.length) return `${area.name}: recorded with ${area.length} bytes, now ${now.length}`;
  const output = live.call?.memory.read(now.address, now.length);
  if (!output) return `${area.name}: it cannot be read now`;
  const isSame = Buffer.compare(output, bytes) === 0;
  const at = isSame ? -1 : bytes.findIndex((value, n) => value !== output[n] && !isMasked(area, n));
  return at < 0 ? undefined : `byte ${at} of ${area.name}: recorded ${byte(bytes[at])}, now ${byte(output[at])}`;
}

/** The first thing in which they differ; undefined when the program asks what it asked then. */
export function difference(live: LiveCall, recorded: RecordedCall): string | undefined {
  if (!isSameRequest(live, recorded)) return 'another request';
  if (live.file !== recorded.file && kindOf(live.name) !== 'open')
    return `recorded of the ${ordinal(recorded.file)} open file, now of the ${ordinal(live.file)}`;
  for (const key of COMPARED_FIELDS)
    if (live.record[key] !== recorded[key]) return `${key}: recorded ${recorded[key]}, now ${live.record[key]}`;
  for (const part of recorded.memory().areas) {
    const text = part.area.when === 'before' ? inputDifference(live, part) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}

const ordinal = (number: number): string => (number === 0 ? 'no' : `${number}.`);

/** Gives the program what the device gave then. @returns whether its memory took it */
export function giveOutputs(live: LiveCall, { areas }: CallMemory): boolean {
  return areas.every(({ area, bytes }) => {
    if (area.when === 'before') return true;
    const now = live.areas.find(({ name, when }) => name === area.name && when === 'after');
    return now !== undefined && live.call !== undefined && giveUnmasked(live.call, now, area, bytes);
  });
}

/** Addresses stay the program's own. */
export function giveUnmasked(
  { memory }: Pick<FileCall, 'memory'>,
  { address, length }: Pick<PlacedArea, 'address' | 'length'>,
  area: MaskedRanges,
  bytes: Buffer,
): boolean {
  const most = Math.min(length, bytes.length);
  for (let at = 0; at < most; ) {
    let end = at;
    while (end < most && !isMasked(area, end)) end++;
    if (end > at && !memory.write(address + BigInt(at), bytes.subarray(at, end))) return false;
    at = Math.max(end, at) + (end < most ? 1 : 0);
  }
  return true;
}
