// Messages between a machine with a program and a board with its devices, after the handshake (../protocol.ts). The
// board gets calls as numbers, bytes, and places in these bytes that become addresses; it makes those that the device's
// file has (server/checked-call.ts).

import { z } from 'zod';
import { count, milliseconds, type Plain, path, positive, shown, word } from '../fields.js';
import type { Incoming } from '../message-bounds.js';

const PAGE = 4096;
const REASON = 4096;
/** Offsets in a file. */
const place = count;
/** A result, or a negative errno. */
const result = z.int().min(-4095);
const half = count.max(0xffff);

export const GIVEN_NODE = z.strictObject({ path, type: z.enum(['character', 'block']), major: word, minor: word });
/** A device file that a board gives. */
export type RemoteDeviceNode = Plain<z.infer<typeof GIVEN_NODE>>;

/** Bytes of memory that one call may carry, in either direction; a frame takes no more. */
export const CARRIED_LIMIT = 4 << 20;
/** Pieces of memory that one call may name. */
export const AREAS_LIMIT = 4096;
/** Mappings of one program together: each call compares them. */
export const MAPPED_LIMIT = 256 << 20;
/** Descriptors of one poll, and words of one mapping at which others wait. */
const [POLLED_LIMIT, WAKES_LIMIT] = [4096, 16];
/** Milliseconds from one sign of life to the next. */
export const BEAT_MS = 500;
/** Milliseconds after which a wait looks whether it is still wanted. */
export const SLICE_MS = 100;

const AREA = z.strictObject({
  length: count.max(CARRIED_LIMIT),
  /** Its bytes come with the call; zeros otherwise. */
  gives: z.boolean(),
  /** Its bytes come back. */
  takes: z.boolean(),
  /** Its address stands in another area, which came before it. */
  holder: z.strictObject({ area: count.max(AREAS_LIMIT), at: count.max(CARRIED_LIMIT) }).optional(),
});
/** Memory that a call names. */
export type CarriedArea = Plain<z.infer<typeof AREA>>;

const ARGUMENT = z.union([
  z.strictObject({ value: z.string().regex(/^(?:0|-?[1-9]\d{0,18})$/) }),
  z.strictObject({ area: count.max(AREAS_LIMIT) }),
]);
/** A number in decimal digits, or the address of an area. */
export type CarriedArgument = Plain<z.infer<typeof ARGUMENT>>;

/** Calls that are carried as they are. */
export const CARRIED = ['read', 'write', 'pread64', 'pwrite64', 'lseek', 'ioctl'] as const;
export type CarriedName = (typeof CARRIED)[number];

const id = positive;
const file = positive;
const mapping = positive;

/**
 * From the program's side. `call` has the data of its areas, `memory` runs (packRuns of device-recordings). Each `id`
 * gets one `answered`.
 */
const ORDER = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('open'), id, path, flags: word, file }),
  z.strictObject({ do: z.literal('close'), file }),
  z.strictObject({
    do: z.literal('call'),
    id,
    name: z.enum(CARRIED),
    file,
    /** ABI of the structures of requests. */
    abi: z.enum(['x86-64', 'i386', 'x32']),
    /** Behind the descriptor. */
    arguments: z.array(ARGUMENT).max(5),
    areas: z.array(AREA).max(AREAS_LIMIT),
    /** The program's file does not wait. */
    nonBlocking: z.boolean(),
  }),
  z.strictObject({
    do: z.literal('poll'),
    id,
    entries: z.array(z.strictObject({ file, events: half })).max(POLLED_LIMIT),
    milliseconds,
  }),
  z.strictObject({
    do: z.literal('map'),
    id,
    file,
    mapping,
    offset: place.multipleOf(PAGE),
    length: positive.max(MAPPED_LIMIT).multipleOf(PAGE),
    /** Words in it, at which others wait when the program changes them. */
    wakes: z.array(count.multipleOf(4)).max(WAKES_LIMIT),
  }),
  z.strictObject({ do: z.literal('memory'), mapping, runs: count }),
  z.strictObject({
    do: z.literal('futex'),
    id,
    mapping,
    offset: place.multipleOf(4),
    wakes: z.boolean(),
    /** Number of waiters to wake, or the value to wait at. */
    value: word,
    milliseconds,
  }),
  /** The program has been interrupted: what waits is to end. */
  z.strictObject({ do: z.literal('cancel'), id }),
]);
export type DeviceOrder = Plain<z.infer<typeof ORDER>>;

/** From the board. `answered` has data of areas, `memory` runs. */
const ANSWER = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('answered'),
    id,
    result,
    /** Of a poll, in the order of its entries. */
    events: z.array(half).max(POLLED_LIMIT).optional(),
  }),
  z.strictObject({ do: z.literal('memory'), mapping, runs: count }),
  z.strictObject({ do: z.literal('alive') }),
  /** The connection ends: why. */
  z.strictObject({ do: z.literal('refused'), text: shown(REASON) }),
]);
export type DeviceAnswer = Plain<z.infer<typeof ANSWER>>;

const BOUNDS = { headBytes: 1 << 20, dataBytes: 8 << 20, items: 64 << 10, depth: 8 };

export const DEVICE_ORDERS: Incoming<DeviceOrder> = { schema: ORDER, bounds: BOUNDS };
export const DEVICE_ANSWERS: Incoming<DeviceAnswer> = { schema: ANSWER, bounds: BOUNDS };
