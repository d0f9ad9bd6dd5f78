// Reads the context of a recorded launch. A file may come from any source: every field is checked.

import { z } from 'zod';
import { ADDRESS_SPACE_SIZE } from '../abi/memory-map.js';
import type { AllocationLog } from '../launch/allocation-log.js';
import {
  ACCESS_QUALIFIERS,
  ADDRESS_QUALIFIERS,
  ARGUMENT_KINDS,
  IMAGE_DIMENSIONS,
  TYPE_QUALIFIERS,
} from '../launch/argument.js';
import type { SourceScope } from '../source/debug-info.js';
import { ADDRESS_SPACES } from '../source/variables.js';
import { printableName, printableSource } from '../util/printable.js';
import type { RecordedContext } from './recorded-context.js';

const upTo = (limit: number) => z.int().min(0).max(limit);
const word = upTo(0xffff_ffff);
const number = upTo(Number.MAX_SAFE_INTEGER);
const address = upTo(ADDRESS_SPACE_SIZE - 1);
const size = upTo(ADDRESS_SPACE_SIZE);
/** Names are shown. */
const name = z.string().transform(printableName);
const list = <T extends z.ZodType>(each: T, limit = 1_000_000) => z.array(each).max(limit);

const ARGUMENT = z.object({
  name,
  kind: z.enum(ARGUMENT_KINDS),
  typeName: name,
  size: word,
  offset: word,
  alignment: word,
  addressQualifier: z.enum(ADDRESS_QUALIFIERS),
  accessQualifier: z.enum(ACCESS_QUALIFIERS),
  typeQualifiers: list(z.enum(TYPE_QUALIFIERS), 16),
  imageDimension: z.enum(IMAGE_DIMENSIONS).optional(),
});

const PLACE = { file: name, line: word, column: word };
const RANGES = list(z.object({ start: word, end: word }));
const VARIABLE = z.object({
  name,
  type: word,
  parameter: z.boolean(),
  block: RANGES.exactOptional(),
  locations: list(z.object({ start: word, end: word, expression: z.string().regex(/^(?:[0-9a-f]{2})*$/) })),
});
const TYPE = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['signed', 'unsigned', 'float']), name, size: word }),
  z.object({ kind: z.literal('pointer'), size: word, target: word, space: z.enum(ADDRESS_SPACES) }),
  z.object({ kind: z.enum(['array', 'vector']), size: number, element: word, counts: list(number, 64) }),
  z.object({
    kind: z.literal('struct'),
    name,
    size: number,
    members: list(z.object({ name, type: word, offset: word })),
  }),
  z.object({ kind: z.literal('opaque'), name }),
]);
const SCOPE: z.ZodType<SourceScope> = z.object({
  name,
  call: z.object(PLACE).exactOptional(),
  ranges: RANGES,
  variables: list(VARIABLE).exactOptional(),
  scopes: z.lazy(() => list(SCOPE)),
});
const DEBUG = z.object({
  lines: list(z.object({ pc: word, ...PLACE })),
  scopes: list(SCOPE),
  types: list(TYPE).exactOptional(),
  sources: list(z.tuple([name, z.string().transform(printableSource)])),
});

const ALLOCATION = z.object({
  address: z.string().regex(/^\d{1,20}$/),
  size: number,
  maker: name.optional(),
  released: z.boolean().exactOptional(),
});

const OBJECT = z.object({
  what: z.enum(['buffer', 'sub-buffer', 'image']),
  object: number,
  call: word,
  parent: number,
  address,
  size,
  flags: number,
  released: z.boolean(),
});

const HISTORY = z.object({
  objects: list(OBJECT),
  call: word,
  arguments: list(number, 4096),
  kernelBytes: word,
  written: list(z.object({ address, size })),
});

const CONTEXT = z.object({
  arguments: list(ARGUMENT, 4096),
  debug: DEBUG,
  segment: z.object({ address, bytes: upTo(2 ** 20) }),
  globalOffset: z.tuple([word, word, word]),
  launcher: name.optional(),
  allocations: list(ALLOCATION),
  history: HISTORY.optional(),
});

/** Checks the contents of memory: ranges ascend, and all objects together fit. */
function checkHistory({ objects, written }: AllocationLog): void {
  let last = 0;
  written.forEach(({ address: start, size }, n) => {
    if (start < last || start + size > ADDRESS_SPACE_SIZE)
      throw new Error(`history.written.${n}: ${size} bytes at ${start} overlap the range before them`);
    last = start + size;
  });
  objects.forEach(({ address: start, size: bytes }, n) => {
    if (start + bytes > ADDRESS_SPACE_SIZE) throw new Error(`history.objects.${n}: it ends beyond GPU memory`);
  });
  const bytes = objects.reduce((sum, { parent, released, size }) => sum + (parent === 0 && !released ? size : 0), 0);
  if (bytes > ADDRESS_SPACE_SIZE) throw new Error(`history.objects: ${bytes} bytes exceed GPU memory`);
}

/**
 * Reads what `contextText` wrote.
 * @throws Error, z.ZodError saying what is wrong
 */
export function parseLaunchContext(json: unknown): RecordedContext {
  const { debug, allocations, launcher, history, ...rest } = CONTEXT.parse(json);
  if (history) checkHistory(history);
  return {
    ...rest,
    arguments: rest.arguments.map((each) => ({ ...each, imageDimension: each.imageDimension })),
    debug: { ...debug, sources: new Map(debug.sources) },
    allocations: allocations.map((each) => ({ ...each, address: BigInt(each.address), maker: each.maker })),
    launcher,
    history,
  };
}
