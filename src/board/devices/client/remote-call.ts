// A call of the program as it goes to the board, with the memory that it names, and what comes back.

import { constants } from 'node:os';
import { ARGUMENT, areasOf } from '../../../device-recordings/areas.js';
import type { CallAreas, PlacedArea } from '../../../device-recordings/call-areas.js';
import { giveUnmasked } from '../../../device-recordings/live-call.js';
import { schemaOf } from '../../../device-recordings/requests/known.js';
import type { FileCall } from '../../../host/device.js';
import { required } from '../../../util/required.js';
import { AREAS_LIMIT, CARRIED_LIMIT, type CarriedArea, type CarriedArgument, type CarriedName } from '../protocol.js';

/** A call that cannot be carried. */
export interface RemoteRefusal {
  readonly errno: number;
  /** Why, for the person. */
  readonly text: string;
}

export interface RemoteCall {
  readonly name: CarriedName;
  readonly arguments: readonly CarriedArgument[];
  readonly areas: readonly CarriedArea[];
  readonly data: Buffer;
  /** True if an answer has the expected size. */
  readonly fits: (result: number, data: Buffer) => boolean;
  /** Gives the program what the board has given. @returns the result, or a negative errno */
  readonly finish: (result: number, data: Buffer) => number;
}

const FAULT = -constants.errno.EFAULT;
const NO_MEMORY = {
  areas: [],
  data: Buffer.alloc(0),
  fits: (_result: number, data: Buffer): boolean => data.length === 0,
} as const;
const value = (number: bigint): CarriedArgument => ({ value: String(BigInt.asIntN(64, number)) });

/** Memory that goes there, or comes back, or both. */
interface Piece {
  readonly area: PlacedArea;
  readonly gives: Uint8Array | undefined;
  readonly takes: PlacedArea | undefined;
}

const isSameMemory = (one: PlacedArea, other: PlacedArea): boolean =>
  one.name === other.name && one.address === other.address && one.length === other.length;

/** @returns undefined when the program's memory cannot be read */
function piecesOf({ areas }: CallAreas, { memory }: FileCall): Piece[] | undefined {
  const pieces: Piece[] = [];
  for (const area of areas) {
    const before = area.when === 'after' ? undefined : memory.read(area.address, area.length);
    if (area.when === 'before' && !before) return undefined;
    const index = pieces.findIndex((piece) => isSameMemory(piece.area, area));
    const other = pieces[index];
    const takes = area.when === 'after' ? area : undefined;
    if (!other) pieces.push({ area, gives: before, takes });
    else pieces[index] = { area, gives: other.gives ?? before, takes: other.takes ?? takes };
  }
  return pieces;
}

type Pieces = NonNullable<ReturnType<typeof piecesOf>>;

/** An ioctl with its structure and all that it points to. */
function carriedIoctl(call: FileCall, path: string, anyRequest: boolean): RemoteCall | RemoteRefusal {
  const placed = areasOf(call, path);
  const request = placed.record.request ?? 0;
  const { name, size, opaque, ofDescriptor } = schemaOf(path, request, call.abi);
  const refuse = (text: string): RemoteRefusal => ({
    errno: constants.errno.ENOTTY,
    text: `${name} is not forwarded: ${text}`,
  });
  if (ofDescriptor) return refuse('it refers to a file descriptor of this machine');
  if (opaque && !anyRequest)
    return refuse(
      'the request is unknown, and the board does not execute unknown requests (atoll board --any-request)',
    );
  if (opaque && ((placed.record.opaque && size === 0) || placed.areas.some(({ masked }) => masked.length > 0)))
    return refuse('it points to memory of the program of unknown size');
  const argument = call.arguments[2];
  if (size === 0)
    return {
      name: 'ioctl',
      arguments: [value(BigInt(request)), value(argument)],
      ...NO_MEMORY,
      finish: (result) => result,
    };
  const pieces = placed.areas.length > 0 ? piecesOf(placed, call) : undefined;
  if (!pieces) return { errno: constants.errno.EFAULT, text: '' };
  const excess = excessOf(pieces);
  if (excess !== undefined) return refuse(excess);
  return withPieces(call, request, pieces);
}

/** The limit that pieces of memory exceed. */
function excessOf(pieces: Pieces): string | undefined {
  const total = pieces.reduce((sum, { area }) => sum + area.length, 0);
  if (total > CARRIED_LIMIT) return `it refers to ${total} bytes, at most ${CARRIED_LIMIT} are forwarded`;
  if (pieces.length > AREAS_LIMIT)
    return `it refers to ${pieces.length} areas of memory, at most ${AREAS_LIMIT} are forwarded`;
  return undefined;
}

/** The call with the memory that it names. */
function withPieces(call: FileCall, request: number, pieces: Pieces): RemoteCall {
  const inputBytes = pieces.reduce((sum, { takes }) => sum + (takes?.length ?? 0), 0);
  const place = (holder: string): number => pieces.findIndex(({ area }) => area.name === holder);
  return {
    name: 'ioctl',
    arguments: [value(BigInt(request)), { area: place(ARGUMENT) }],
    areas: pieces.map(({ area: { length, holder }, gives, takes }) => ({
      length,
      gives: gives !== undefined,
      takes: takes !== undefined,
      ...(holder ? { holder: { area: place(holder.name), at: holder.at } } : {}),
    })),
    data: Buffer.concat(pieces.flatMap(({ gives }) => gives ?? [])),
    fits: (result, data) => data.length === inputBytes || (result < 0 && data.length === 0),
    finish: (result, data) => {
      let at = 0;
      const isWritten = pieces.every(
        ({ takes }) => !takes || giveUnmasked(call, takes, takes, data.subarray(at, (at += takes.length))),
      );
      return isWritten ? result : FAULT;
    },
  };
}

/** Reads and writes of one or several pieces of memory, which are one piece on the way. */
function carriedData(call: FileCall, path: string): RemoteCall | RemoteRefusal {
  const { record, areas } = areasOf(call, path);
  const reads = areas.every(({ when }) => when === 'after');
  let room = CARRIED_LIMIT;
  // As with any device, the result may be shorter than requested.
  const pieces = areas.map((area) => {
    const length = Math.min(area.length, room);
    room -= length;
    return { ...area, length };
  });
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const before = reads ? [] : pieces.map((piece) => call.memory.read(piece.address, piece.length));
  if (before.some((bytes) => !bytes)) return { errno: constants.errno.EFAULT, text: '' };
  const place = record.offset === undefined ? [] : [value(BigInt(record.offset))];
  const name = place.length > 0 ? (reads ? 'pread64' : 'pwrite64') : reads ? 'read' : 'write';
  return {
    name,
    arguments: [{ area: 0 }, { value: String(length) }, ...place],
    areas: [{ length, gives: !reads, takes: reads }],
    data: Buffer.concat(before.flatMap((bytes) => bytes ?? [])),
    fits: (result, data) =>
      result <= length && (data.length === (reads ? length : 0) || (result < 0 && data.length === 0)),
    finish: (result, data) => {
      let rest = reads ? Math.max(result, 0) : 0;
      let at = 0;
      for (const piece of pieces) {
        const length = Math.min(piece.length, rest);
        if (length > 0 && !call.memory.write(piece.address, data.subarray(at, at + length))) return FAULT;
        at += length;
        rest -= length;
      }
      return result;
    },
  };
}

const carriedSeek = ({ arguments: [, offset, how] }: FileCall): RemoteCall => ({
  name: 'lseek',
  arguments: [value(offset), value(how)],
  ...NO_MEMORY,
  finish: (result) => result,
});

/** A seek of 64 bits by a 32-bit program: the place is written, and no result. */
function carriedLongSeek(call: FileCall): RemoteCall {
  const { record } = areasOf(call, '');
  return {
    name: 'lseek',
    arguments: [
      value(BigInt(required(record.offset, 'offset of the seek'))),
      value(BigInt(required(record.how, 'origin of the seek'))),
    ],
    ...NO_MEMORY,
    finish: (result) => {
      if (result < 0) return result;
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(BigInt(result));
      return call.memory.write(call.arguments[3], bytes) ? 0 : FAULT;
    },
  };
}

/**
 * @param anyRequest the board also makes requests without a description
 * @returns what is sent; undefined for a call that is none of these
 */
export function carried(call: FileCall, path: string, anyRequest: boolean): RemoteCall | RemoteRefusal | undefined {
  switch (call.name) {
    case 'ioctl':
      return carriedIoctl(call, path, anyRequest);
    case 'lseek':
      return carriedSeek(call);
    case '_llseek':
      return carriedLongSeek(call);
    case 'read':
    case 'write':
    case 'pread64':
    case 'pwrite64':
    case 'readv':
    case 'writev':
      return carriedData(call, path);
    default:
      return undefined;
  }
}
