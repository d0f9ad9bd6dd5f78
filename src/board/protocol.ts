// Messages between a simulation and a board (docs/board.md). Heads are MessagePack, so that either side may be any
// machine.

import { z } from 'zod';
import { GIVEN_NODE } from './devices/protocol.js';
import {
  bytes,
  count,
  nanoseconds,
  ofLength,
  type Plain,
  path,
  positive,
  shown,
  shownName,
  text,
  wide,
  word,
} from './fields.js';
import type { Incoming } from './message-bounds.js';

/** Opens every connection, from the board: magic, version, nonce. */
export const MAGIC = 'ATOLLBRD';
export const VERSION = 4;
/** Bytes of the greeting: magic 8, u32 version, u32 zero, nonce. Little-endian. */
export const NONCE_BYTES = 16;
export const GREETING_BYTES = 16 + NONCE_BYTES;
/** Of SHA-256. */
const PROOF_BYTES = 32;

/** A frame: u32 bytes of the head, u32 bytes of data, head (MessagePack), data. Little-endian. */
export const FRAME_BYTES = 8;
export const HEAD_LIMIT = 32 << 20;
export const DATA_LIMIT = 8 << 20;
/** Of a peer that has proven nothing yet. */
const [HELLO_LIMIT, WELCOME_LIMIT] = [64 << 10, 1 << 20];
/** Values of a head: source texts are few and long, lists of areas and headers many and short. */
const [HELLO_ITEMS, WELCOME_ITEMS, ITEMS] = [2048, 16 << 10, 1 << 18];
const DEPTH = 8;

/** Numbers in a message that have a bound of their own. */
const [DEVICES, NODES, ARGUMENTS, PARTS, HEADERS] = [1000, 1024, 4096, 4096, 32 << 10];
const VALUE_BYTES = 64 << 10;
const NAME = 4096;
const REASON = 256 << 10;

const size3 = z.tuple([count, count, count]);
const proof = ofLength(PROOF_BYTES);

const FACTS = z.strictObject({
  platform: shownName(NAME),
  name: shownName(NAME),
  workGroupSize: wide,
  localMemory: wide,
  allocation: wide,
  globalMemory: wide,
  /** Of the origins of sub-buffers. */
  alignment: wide,
  doubles: z.boolean(),
  images: z.boolean(),
  image2dWidth: wide,
  image2dHeight: wide,
  image3dWidth: wide,
  /** Its highest clock in MHz; 0 where it does not say. */
  clockMHz: word,
});
/** Properties on which programs rely. Sizes in bytes. */
export type DeviceFacts = Plain<z.infer<typeof FACTS>>;

/** Requests whose time can be measured; on a device, so many bytes. */
const MEASURED_REQUEST = z.enum(['read', 'write', 'copy', 'fill']);
export type MeasuredRequest = z.infer<typeof MEASURED_REQUEST>;
export const MEASURED_LIMIT = 256 << 20;
export const ROUNDS_LIMIT = 100;

const SOURCE_PART = z.strictObject({
  source: text(HEAD_LIMIT),
  options: text(HEAD_LIMIT),
  headers: z.array(z.strictObject({ name: text(HEAD_LIMIT), source: text(HEAD_LIMIT) })).max(HEADERS),
});
/** One translation unit, with what it includes by name. */
export type SourcePart = Plain<z.infer<typeof SOURCE_PART>>;

/** CL_MEM_OBJECT_IMAGE1D_BUFFER: an image that is a view of its buffer. Source: CL/cl.h. */
export const IMAGE_OF_BUFFER = 0x10f6;

const IMAGE_SHAPE = z.strictObject({
  /** cl_mem_object_type, cl_channel_order and cl_channel_type. */
  type: word,
  order: word,
  dataType: word,
  width: word,
  height: word,
  depth: word,
  arraySize: word,
  /** Bytes from a row, and from a slice, to the next one in the guest's memory. */
  rowPitch: count,
  slicePitch: count,
  pixelBytes: positive.max(16),
});
export type ImageShape = Plain<z.infer<typeof IMAGE_SHAPE>>;

const writes = z.boolean();
const BOARD_ARGUMENT = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('value'), bytes: bytes.refine(({ length }) => length <= VALUE_BYTES, 'too long') }),
  z.strictObject({ is: z.literal('buffer'), buffer: count, offset: count, writes }),
  z.strictObject({ is: z.literal('null') }),
  z.strictObject({ is: z.literal('local'), size: word }),
  z.strictObject({ is: z.literal('image'), buffer: count, offset: count, shape: IMAGE_SHAPE, writes }),
  z.strictObject({ is: z.literal('sampler'), normalized: z.boolean(), addressing: word, filter: word }),
]);
/** `writes` where the kernel may change it. Buffers by their number. */
export type BoardArgument = Plain<z.infer<typeof BOARD_ARGUMENT>>;

const LAUNCH = z.strictObject({
  do: z.literal('launch'),
  program: count,
  kernel: text(HEAD_LIMIT),
  workDim: positive.max(3),
  globalOffset: size3,
  globalSize: size3,
  /** Absent where the device is to choose. */
  localSize: size3.optional(),
  arguments: z.array(BOARD_ARGUMENT).max(ARGUMENTS),
  prints: z.boolean(),
});
export type BoardLaunch = Plain<z.infer<typeof LAUNCH>>;

const HELLO = z.strictObject({
  do: z.literal('hello'),
  version: word,
  nonce: ofLength(NONCE_BYTES),
  proof,
  platform: text(NAME),
  /** Device files that are wanted in place of an OpenCL; empty for all that there are. */
  devices: z.array(path).max(DEVICES).optional(),
});
export type Hello = Plain<z.infer<typeof HELLO>>;

/** From the simulation. `write` has data. */
const ORDER = z.discriminatedUnion('do', [
  /** A buffer of zeros. */
  z.strictObject({ do: z.literal('buffer'), buffer: count, size: positive }),
  z.strictObject({ do: z.literal('free'), buffer: count }),
  z.strictObject({ do: z.literal('write'), buffer: count, offset: count }),
  z.strictObject({
    do: z.literal('program'),
    program: count,
    parts: z.array(SOURCE_PART).max(PARTS),
    options: text(HEAD_LIMIT),
  }),
  z.strictObject({ do: z.literal('forget'), program: count }),
  z.strictObject({
    do: z.literal('measure'),
    request: MEASURED_REQUEST,
    bytes: positive.max(MEASURED_LIMIT).multipleOf(4),
    rounds: positive.max(ROUNDS_LIMIT),
  }),
  LAUNCH,
]);
export type Order = Plain<z.infer<typeof ORDER>>;

const ALIVE = z.strictObject({ do: z.literal('alive') });
/** The connection ends: why. */
const REFUSED = z.strictObject({ do: z.literal('refused'), text: shown(REASON) });

/** From the board, to a hello. */
const WELCOME = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('ready'), proof, facts: FACTS }),
  /** Device files: what follows is devices/protocol.ts. `anyRequest`: also requests that are not described there. */
  z.strictObject({
    do: z.literal('gives'),
    proof,
    nodes: z.array(GIVEN_NODE).min(1).max(NODES),
    anyRequest: z.boolean(),
  }),
  REFUSED,
  ALIVE,
]);
export type Welcome = Plain<z.infer<typeof WELCOME>>;

/** From the board. `changed` and `printed` have data. */
const ANSWER = z.discriminatedUnion('do', [
  /** A launch or build is still under way. */
  ALIVE,
  /** `failure`: why it could not be built. */
  z.strictObject({ do: z.literal('built'), failure: shown(REASON).optional() }),
  z.strictObject({ do: z.literal('changed'), buffer: count, offset: count }),
  z.strictObject({ do: z.literal('printed') }),
  /** By the device's clock. */
  z.strictObject({ do: z.literal('done'), nanoseconds }),
  z.strictObject({ do: z.literal('failed'), text: shown(REASON) }),
  /** Of each round, by the device's clock. */
  z.strictObject({ do: z.literal('measured'), nanoseconds: z.array(nanoseconds).min(1).max(ROUNDS_LIMIT) }),
  REFUSED,
]);
export type Answer = Plain<z.infer<typeof ANSWER>>;

const WHOLE = { headBytes: HEAD_LIMIT, dataBytes: DATA_LIMIT, items: ITEMS, depth: DEPTH };

export const HELLOS: Incoming<Hello> = {
  schema: HELLO,
  bounds: { headBytes: HELLO_LIMIT, dataBytes: 0, items: HELLO_ITEMS, depth: 2 },
};
export const WELCOMES: Incoming<Welcome> = {
  schema: WELCOME,
  bounds: { headBytes: WELCOME_LIMIT, dataBytes: 0, items: WELCOME_ITEMS, depth: 4 },
};
export const ORDERS: Incoming<Order> = { schema: ORDER, bounds: WHOLE };
export const ANSWERS: Incoming<Answer> = { schema: ANSWER, bounds: WHOLE };
