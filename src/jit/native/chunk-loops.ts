// Recognises the loops over the chunks of a wavefront that run.ts and linear/run.ts write, and tells whether several chunks can
// be computed side by side.

import { match, type Pattern } from './matching.js';
import type { Operation, ReadFunction } from './module-reader.js';
import { isMostlyVectors, keepsOrder } from './side-by-side.js';

interface Chunks {
  /** Local: address of the chunk's part of v0. */
  readonly pointer: number;
  /** Local: bits of the chunk's lanes that are active. All are where several chunks are computed at once. */
  readonly active: number | undefined;
  /** What is done for one chunk. */
  readonly body: readonly Operation[];
  /** Locals that are written in the body and mean nothing outside of it. */
  readonly own: ReadonlySet<number>;
  /** Truth values that are collected as bits: the local with all bits, by the operation at which that begins. */
  readonly masks: ReadonlyMap<Operation, Mask>;
}

/** The chunks of a wavefront with any lanes active, from `pointer` on, up to the last one with an active lane. */
export interface MaskedLoop extends Chunks {
  readonly kind: 'masked';
  /** Local: EXEC from the chunk on. */
  readonly exec: number;
}

/** All chunks of a wavefront, or of a row of it, whose lanes are all active; accesses to memory do not meet. */
export interface LinearLoop extends Chunks {
  readonly kind: 'linear';
  readonly count: number;
  /** Locals of vectors that grow from chunk to chunk. */
  readonly growing: readonly { readonly vector: number; readonly growth: number }[];
}

export type ChunkLoop = MaskedLoop | LinearLoop;

/** bits |= bitmask(value) << lane */
export interface Mask {
  readonly bits: number;
  readonly value: number;
  readonly lane: number;
}

const HEAD: Pattern = ['get e', 'i32.wrap_i64', 'i32 15', 'i32.and', 'tee a', 'if'];
const ALL_ACTIVE: Pattern = ['get a', 'i32 15', 'i32.ne', 'brIf 2', 'i32 15', 'set a'];
const NEXT_CHUNK: Pattern = ['get p', 'i32 16', 'i32.add', 'set p'];
const STEP: Pattern = [...NEXT_CHUNK, ...['get e', 'i64 4', 'i64.shr_u', 'tee e', 'i64 0', 'i64.ne', 'brIf 0']];
const GROW: Pattern = ['get v', 'get g', 'i32x4.add', 'set v'];
/** By chunks of a row. */
const UNTIL_LAST: readonly (readonly [chunks: number, Pattern])[] = [16, 8, 4].map((chunks) => [
  chunks,
  ['get p', 'get b', 'i32.sub', `i32 ${16 * chunks}`, 'i32.ne', 'brIf 0'],
]);
const MASK: Pattern = [
  ...['get m', 'get v', 'i32x4.bitmask', 'i64.extend_i32_u'],
  ...['get l', 'i64.extend_i32_u', 'i64.shl', 'i64.or', 'set m'],
];

/** The loop, if it is one whose chunks do not depend on each other and that gains by computing several at once. */
export const chunkLoopOf = (loop: readonly Operation[], source: ReadFunction): ChunkLoop | undefined =>
  maskedLoopOf(loop, source) ?? linearLoopOf(loop, source);

function maskedLoopOf(loop: readonly Operation[], source: ReadFunction): MaskedLoop | undefined {
  const names = new Map<string, number>();
  const condition = loop[HEAD.length - 1];
  if (!match(loop, 0, HEAD, names) || condition?.kind !== 'if' || condition.otherwise.length > 0) return undefined;
  if (loop.length !== HEAD.length + STEP.length || !match(loop, HEAD.length, STEP, names)) return undefined;
  const quick = match(condition.body, 0, ALL_ACTIVE, names);
  const body = quick ? condition.body.slice(ALL_ACTIVE.length) : condition.body;
  const [pointer, exec, active] = ['p', 'e', 'a'].map((name) => names.get(name)!) as [number, number, number];
  if (!isMostlyVectors(body, active) || !keepsOrder(body, pointer, active)) return undefined;
  const chunks = chunksOf(body, pointer, [pointer, exec, active], [], source);
  return chunks && { kind: 'masked', active, exec, ...chunks };
}

/** Such a loop does several chunks in each repetition: the same code as many times. */
function linearLoopOf(loop: readonly Operation[], source: ReadFunction): LinearLoop | undefined {
  let names = new Map<string, number>();
  const found = UNTIL_LAST.find(([, until]) => match(loop, loop.length - until.length, until, (names = new Map())));
  if (!found) return undefined;
  const [count, until] = found;
  const pointer = names.get('p')!;
  const length = loop.findIndex((_, at) => match(loop, at, NEXT_CHUNK, new Map([['p', pointer]])));
  if (length < 0) return undefined;
  const growing: { vector: number; growth: number }[] = [];
  let end = length + NEXT_CHUNK.length;
  for (let each = new Map<string, number>(); match(loop, end, GROW, each); each = new Map()) {
    growing.push({ vector: each.get('v')!, growth: each.get('g')! });
    end += GROW.length;
  }
  const body = loop.slice(0, length);
  const all = loop.slice(0, loop.length - until.length);
  const first = textOfAll(all.slice(0, end));
  for (let at = 0; at < all.length; at += end) if (textOfAll(all.slice(at, at + end)) !== first) return undefined;
  if (!isMostlyVectors(body, undefined) || leaves(body)) return undefined;
  const grown = growing.map(({ vector }) => vector);
  const chunks = chunksOf(body, pointer, [pointer, names.get('b')!, ...grown], grown, source);
  return chunks && { kind: 'linear', count, active: undefined, growing, ...chunks };
}

/** @param fixed locals that the body must not write @param carried those of them that each chunk has a value of */
function chunksOf(
  body: readonly Operation[],
  pointer: number,
  fixed: readonly number[],
  carried: readonly number[],
  { locals }: ReadFunction,
): Omit<Chunks, 'active'> | undefined {
  const masks = masksOf(body);
  const collected = new Set([...masks.values()].map(({ bits }) => bits));
  const own = ownLocals(body, masks, new Set(fixed));
  if (!own || [...own].some((local) => collected.has(local) || locals[local] === 'f64')) return undefined;
  return { pointer, body, own: new Set([...own, ...carried]), masks };
}

const textOfAll = (operations: readonly Operation[]): string =>
  JSON.stringify(operations, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

/** Whether code branches out of itself. */
const leaves = (operations: readonly Operation[], depth = 0): boolean =>
  operations.some((operation) => {
    if (operation.kind === 'br' || operation.kind === 'brIf') return operation.depth >= depth;
    const inside =
      operation.kind === 'if' ? [...operation.body, ...operation.otherwise] : 'body' in operation ? operation.body : [];
    return leaves(inside, depth + 1);
  });

function masksOf(body: readonly Operation[]): Map<Operation, Mask> {
  const masks = new Map<Operation, Mask>();
  body.forEach((operation, at) => {
    const names = new Map<string, number>();
    if (operation.kind !== 'get' || !match(body, at, MASK, names)) return;
    masks.set(operation, { bits: names.get('m')!, value: names.get('v')!, lane: names.get('l')! });
  });
  return masks;
}

/** Operations of MASK. */
export const MASK_LENGTH = MASK.length;

/** Undefined when a chunk needs what another one has computed, or does what cannot be done side by side. */
function ownLocals(
  body: readonly Operation[],
  masks: ReadonlyMap<Operation, Mask>,
  loop: ReadonlySet<number>,
): Set<number> | undefined {
  const own = new Set<number>();
  const read = new Set<number>();
  let fits = true;
  const visit = (operations: readonly Operation[], depth = 0): void => {
    for (let at = 0; at < operations.length; at++) {
      const operation = operations[at]!;
      const mask = masks.get(operation);
      if (mask) {
        read.add(mask.bits);
        at += MASK_LENGTH - 1;
        continue;
      }
      if (operation.kind === 'get' && !own.has(operation.local)) read.add(operation.local);
      if (operation.kind === 'set' || operation.kind === 'tee') {
        fits &&= !read.has(operation.local) && !loop.has(operation.local);
        own.add(operation.local);
      }
      // To the end of the body, or the next chunk.
      if (operation.kind === 'br' || operation.kind === 'brIf')
        fits &&= operation.depth !== depth && operation.depth !== depth + 1;
      fits &&= operation.kind !== 'brTable' && !(operation.kind === 'op' && operation.name === 'return');
      if ('body' in operation) visit(operation.body, depth + 1);
      if ('otherwise' in operation && operation.kind === 'if') visit(operation.otherwise, depth + 1);
    }
  };
  visit(body);
  return fits ? own : undefined;
}
