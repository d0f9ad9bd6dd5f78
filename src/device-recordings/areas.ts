// Memory of a program that a call reads and writes, and its other arguments. Recording and replay share this
// description.

import type { Abi, FileCall, GuestMemory, SyscallArguments } from '../host/device.js';
import type { CallAreas, PlacedArea } from './call-areas.js';
import { schemaOf } from './requests/known.js';
import type { Pointer, RequestSchema } from './requests/schema.js';
import { placePoll, placeSelect } from './waits.js';

/** The structure that an ioctl's argument points to. */
export const ARGUMENT = 'argument';
/** More of one call is not kept. */
export const AREA_LIMIT = 2 ** 26;
/** Addresses below are none (vm.mmap_min_addr). */
const FIRST_ADDRESS = 65536n;
const MAX_PIECES = 1024;
const PAGE_2 = 4096n;

const int = (value: bigint): number => Number(BigInt.asUintN(32, value));
const lengthOf = (value: bigint): number => Number(value > BigInt(AREA_LIMIT) ? BigInt(AREA_LIMIT) : value);
const unmasked: readonly number[] = [];

type Place = (call: FileCall, path: string) => CallAreas;

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A structure that is followed: of which area, from where in it, and what names in it begin with. */
interface FollowedStructure {
  readonly area: string;
  readonly start: number;
  readonly prefix: string;
}

/** Offsets and lengths of the addresses in an array of structures. */
const addressRanges = (pointers: readonly Pointer[], unit: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => pointers.flatMap(({ at }) => [n * unit + at, 8])).flat();

/** Memory that a structure's addresses name. */
function followed(
  memory: GuestMemory,
  bytes: Uint8Array,
  pointers: readonly Pointer[],
  { area: holder, start, prefix }: FollowedStructure,
): PlacedArea[] {
  const view = viewOf(bytes);
  return pointers.flatMap(({ name, at, length, direction, pointers: inner }) => {
    const address = view.getBigUint64(at, true);
    const units = length.size === 8 ? view.getBigUint64(length.at, true) : BigInt(view.getUint32(length.at, true));
    const size = lengthOf(BigInt(Math.ceil(Number(units) * length.unit)));
    if (address === 0n || size === 0) return [];
    // Memory that cannot be read may be of any length that the structure says.
    const elements = inner ? memory.read(address, size) : undefined;
    const count = size / length.unit;
    const masked = inner && elements ? addressRanges(inner, length.unit, count) : unmasked;
    const area: PlacedArea = {
      name: prefix + name,
      address,
      length: size,
      when: direction === 'out' ? 'after' : 'before',
      masked,
      holder: { name: holder, at: start + at },
    };
    const areas: PlacedArea[] = direction === 'inout' ? [area, { ...area, when: 'after' }] : [area];
    if (!inner || !elements) return areas;
    return [
      ...areas,
      ...Array.from({ length: count }, (_, n) =>
        followed(memory, elements.subarray(n * length.unit, (n + 1) * length.unit), inner, {
          area: area.name,
          start: n * length.unit,
          prefix: `${area.name}[${n}].`,
        }),
      ).flat(),
    ];
  });
}

export const looksLikeAddress = (memory: GuestMemory, value: bigint): boolean =>
  value >= FIRST_ADDRESS && memory.read(value, 1) !== undefined;

/** Offsets of possible addresses in a structure without a description. */
function suspects(memory: GuestMemory, bytes: Uint8Array): number[] {
  const view = viewOf(bytes);
  const offsets: number[] = [];
  for (let at = 0; at + 8 <= bytes.length; at += 8)
    if (looksLikeAddress(memory, view.getBigUint64(at, true))) offsets.push(at, 8);
  return offsets;
}

/** The argument itself, as what goes in and what comes out. */
function argumentAreas(
  schema: RequestSchema,
  address: bigint,
  length: number,
  addresses: readonly number[],
): PlacedArea[] {
  const area = { name: ARGUMENT, address, length };
  return [
    ...(schema.reads ? [{ ...area, when: 'before' as const, masked: [...schema.masked, ...addresses] }] : []),
    ...(schema.writes ? [{ ...area, when: 'after' as const, masked: addresses }] : []),
  ];
}

const placeIoctl: Place = ({ abi, arguments: raw, memory }, path) => {
  const request = int(raw[1]);
  const schema = schemaOf(path, request, abi);
  const argument = raw[2];
  if (schema.size === 0) {
    const isAddress = schema.opaque && looksLikeAddress(memory, argument);
    return { record: { request, ...(isAddress ? { opaque: true } : { offset: String(argument) }) }, areas: [] };
  }
  const opaque = schema.opaque ? { opaque: true } : {};
  const bytes = memory.read(argument, schema.size);
  if (!bytes) return { record: { request, ...opaque }, areas: [] };
  const tail = schema.tail ? viewOf(bytes).getUint32(schema.tail.at, true) : 0;
  const addresses = schema.opaque
    ? schema.reads
      ? suspects(memory, bytes)
      : []
    : [...schema.pointers.flatMap(({ at }) => [at, 8]), ...(schema.own ?? [])];
  const areas = argumentAreas(schema, argument, schema.size + lengthOf(BigInt(tail)), addresses);
  const pointed = followed(memory, bytes, schema.pointers, { area: ARGUMENT, start: 0, prefix: '' });
  return { record: { request, ...opaque }, areas: [...areas, ...pointed] };
};

/** Offsets of 64 bits are two arguments of 32-bit programs. */
const fileOffset = (abi: Abi, raw: SyscallArguments): string =>
  String(abi === 'i386' ? (BigInt.asUintN(32, raw[4]) << 32n) | BigInt.asUintN(32, raw[3]) : raw[3]);

const data =
  (when: 'before' | 'after', positioned: boolean): Place =>
  ({ abi, arguments: raw }) => ({
    record: { count: lengthOf(raw[2]), ...(positioned ? { offset: fileOffset(abi, raw) } : {}) },
    areas: [{ name: 'data', address: raw[1], length: lengthOf(raw[2]), when, masked: unmasked }],
  });

const pieces =
  (when: 'before' | 'after'): Place =>
  ({ abi, arguments: raw, memory }) => {
    const count = Math.min(int(raw[2]), MAX_PIECES);
    const size = abi === 'x86-64' ? 8 : 4;
    const bytes = memory.read(raw[1], 2 * size * count);
    const view = viewOf(bytes ?? new Uint8Array());
    const number = (at: number): bigint =>
      size === 8 ? view.getBigUint64(at, true) : BigInt(view.getUint32(at, true));
    const areas = Array.from({ length: bytes ? count : 0 }, (_, n) => ({
      name: `data[${n}]`,
      address: number(2 * size * n),
      length: lengthOf(number(2 * size * n + size)),
      when,
      masked: unmasked,
    }));
    return { record: { count }, areas };
  };

const placeMapping =
  (unit: bigint): Place =>
  ({ arguments: raw }) => ({
    record: {
      count: Number(raw[1]),
      protection: int(raw[2]),
      flags: int(raw[3]),
      offset: String(BigInt.asUintN(64, raw[5] * unit)),
    },
    areas: [],
  });

const PLACES: Readonly<Record<string, Place>> = {
  ioctl: placeIoctl,
  read: data('after', false),
  pread64: data('after', true),
  write: data('before', false),
  pwrite64: data('before', true),
  readv: pieces('after'),
  writev: pieces('before'),
  lseek: ({ arguments: raw }) => ({
    record: { offset: String(BigInt.asUintN(64, raw[1])), how: int(raw[2]) },
    areas: [],
  }),
  _llseek: ({ arguments: raw }) => ({
    record: { offset: String((BigInt.asUintN(32, raw[1]) << 32n) | BigInt.asUintN(32, raw[2])), how: int(raw[4]) },
    areas: [{ name: 'place', address: raw[3], length: 8, when: 'after', masked: unmasked }],
  }),
  poll: placePoll,
  ppoll: placePoll,
  select: placeSelect,
  _newselect: placeSelect,
  pselect6: placeSelect,
  mmap: placeMapping(1n),
  mmap2: placeMapping(PAGE_2),
};

/** @param path of the node, by which requests are known */
export const areasOf = (call: FileCall, path: string): CallAreas =>
  PLACES[call.name]?.(call, path) ?? { record: {}, areas: [] };

/** Calls whose result says how many bytes came. */
export const READS: readonly string[] = ['read', 'pread64', 'readv'];

/** Part of the memory that a call has filled: all of it, or the number of bytes that the call returns. */
export function filled(name: string, areas: readonly PlacedArea[], result: number): PlacedArea[] {
  const outputs = areas.filter(({ when }) => when === 'after');
  if (result < 0 && name !== 'ioctl') return [];
  if (!READS.includes(name)) return outputs;
  let rest = result;
  return outputs.flatMap((area) => {
    const length = Math.min(area.length, rest);
    rest -= length;
    return length > 0 ? [{ ...area, length }] : [];
  });
}
