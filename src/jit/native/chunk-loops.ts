// Recognises the loops over the chunks of a wavefront that run.ts and linear-run.ts write, and tells whether several chunks can
// be computed side by side.

import type { Operation, ReadFunction } from './module-reader.js';

/** A loop over chunks of four lanes, from the chunk at `pointer` on. */
export interface ChunkLoop {
  /** Locals: address of the chunk's part of v0; EXEC from the chunk on; its lowest four bits. */
  readonly pointer: number;
  readonly exec: number;
  readonly active: number;
  /** What is done for one chunk. */
  readonly body: readonly Operation[];
  /** Locals that are written in the body and mean nothing outside of it. */
  readonly own: ReadonlySet<number>;
  /** Truth values that are collected as bits: the local with all bits, by the operation at which that begins. */
  readonly masks: ReadonlyMap<Operation, Mask>;
}

/** bits |= bitmask(value) << lane */
export interface Mask {
  readonly bits: number;
  readonly value: number;
  readonly lane: number;
}

/** Matches operations against a pattern: names, or kinds with an operand; letters stand for locals. */
type Pattern = readonly string[];

const HEAD: Pattern = ['get e', 'i32.wrap_i64', 'i32 15', 'i32.and', 'tee a', 'if'];
const ALL_ACTIVE: Pattern = ['get a', 'i32 15', 'i32.ne', 'brIf 2', 'i32 15', 'set a'];
const STEP: Pattern = [
  ...['get p', 'i32 16', 'i32.add', 'set p'],
  ...['get e', 'i64 4', 'i64.shr_u', 'tee e', 'i64 0', 'i64.ne', 'brIf 0'],
];
const MASK: Pattern = [
  ...['get m', 'get v', 'i32x4.bitmask', 'i64.extend_i32_u'],
  ...['get l', 'i64.extend_i32_u', 'i64.shl', 'i64.or', 'set m'],
];

const LOCAL = /^(?:get|set|tee) ([a-z])$/;

/** Locals by letter, or undefined when the operations from `at` on are others. */
function match(operations: readonly Operation[], at: number, pattern: Pattern, known: Map<string, number>): boolean {
  return pattern.every((wanted, index) => {
    const operation = operations[at + index];
    if (!operation) return false;
    const letter = LOCAL.exec(wanted)?.[1];
    if (letter === undefined) return textOf(operation) === wanted;
    if (!('local' in operation) || operation.kind !== wanted.slice(0, 3)) return false;
    const local = known.get(letter) ?? operation.local;
    known.set(letter, local);
    return local === operation.local;
  });
}

function textOf(operation: Operation): string {
  if ('name' in operation) return operation.name;
  if ('value' in operation) return `${operation.kind} ${operation.value}`;
  return 'depth' in operation ? `${operation.kind} ${operation.depth}` : operation.kind;
}

/** The loop, if it is one whose chunks do not depend on each other. */
export function chunkLoopOf(loop: readonly Operation[], { locals }: ReadFunction): ChunkLoop | undefined {
  const names = new Map<string, number>();
  const condition = loop[HEAD.length - 1];
  if (!match(loop, 0, HEAD, names) || condition?.kind !== 'if' || condition.otherwise.length > 0) return undefined;
  if (loop.length !== HEAD.length + STEP.length || !match(loop, HEAD.length, STEP, names)) return undefined;
  const quick = match(condition.body, 0, ALL_ACTIVE, names);
  const body = quick ? condition.body.slice(ALL_ACTIVE.length) : condition.body;
  const [pointer, exec, active] = ['p', 'e', 'a'].map((name) => names.get(name)!) as [number, number, number];
  const masks = masksOf(body);
  const collected = new Set([...masks.values()].map(({ bits }) => bits));
  const own = ownLocals(body, masks, new Set([pointer, exec, active]));
  if (!isMostlyVectors(body, active) || !keepsOrder(body, pointer, active)) return undefined;
  if (!own || [...own].some((local) => collected.has(local) || locals[local] === 'f64')) return undefined;
  return { pointer, exec, active, body, own, masks };
}

/**
 * Whether accesses to memory stay in the order that they have chunk by chunk, where that matters: an effect on memory must be the
 * only place of the body that looks at it. Registers are not meant.
 */
function keepsOrder(body: readonly Operation[], pointer: number, active: number): boolean {
  let [places, effects] = [0, 0];
  const visit = (operations: readonly Operation[], inside: boolean): boolean => {
    let found = false;
    operations.forEach((operation, at) => {
      const nested =
        operation.kind === 'if' ? [operation.body, operation.otherwise] : 'body' in operation ? [operation.body] : [];
      const always = isAlways(operations, at, active);
      const own = accessOf(operations, at, pointer);
      if (own === 'effect') effects++;
      const below = nested.map((each) => visit(each, inside || !always)).some(Boolean);
      const here = own !== undefined || (below && !always);
      if (here && !inside) places++;
      found ||= here || below;
    });
    return found;
  };
  visit(body, false);
  return effects === 0 || places <= 1;
}

/** What an operation does to memory other than the chunk's registers. */
function accessOf(operations: readonly Operation[], at: number, pointer: number): 'read' | 'effect' | undefined {
  const operation = operations[at]!;
  const isPointer = (index: number): boolean => {
    const other = operations[index];
    return other?.kind === 'get' && other.local === pointer;
  };
  switch (operation.kind) {
    case 'vectorLoad':
      return isPointer(at - 1) ? undefined : 'read';
    case 'vectorStore':
      return isPointer(at - 2) && operations[at - 1]?.kind === 'get' ? undefined : 'effect';
    case 'memory':
      return operation.name.includes('store') ? 'effect' : 'read';
    case 'laneMemory':
      return operation.name.includes('store') ? 'effect' : 'read';
    case 'atomic':
    case 'fill':
    case 'call':
      return 'effect';
    default:
      return undefined;
  }
}

/** A condition that holds where all lanes are active. */
const isAlways = (operations: readonly Operation[], at: number, active: number): boolean =>
  operations[at]?.kind === 'if' && match(operations, at - ALWAYS.length, ALWAYS, new Map([['a', active]]));

/** Operations that are done for one chunk after the other may be as many as those that are done for several at once. */
function isMostlyVectors(body: readonly Operation[], active: number): boolean {
  let [wide, single] = [0, 0];
  const visit = (operations: readonly Operation[], alone: boolean): void => {
    operations.forEach((operation, at) => {
      if (operation.kind === 'if') {
        if (isAlways(operations, at, active)) return visit(operation.body, alone);
        const apart = alone || operation.otherwise.length > 0 || !isPure(operation.body);
        visit(operation.body, apart);
        return visit(operation.otherwise, apart);
      }
      if ('body' in operation) return visit(operation.body, true);
      if (FREE.has(operation.kind)) return;
      if (!alone && SIDE_BY_SIDE.has(operation.kind)) wide++;
      else single++;
    });
  };
  visit(body, false);
  return single <= wide;
}

const ALWAYS: Pattern = ['get a', 'i32 15', 'i32.eq'];
const FREE: ReadonlySet<string> = new Set(['get', 'set', 'tee', 'i32', 'i64', 'v128']);
const SIDE_BY_SIDE: ReadonlySet<string> = new Set(['simd', 'shuffle', 'vectorLoad', 'vectorStore']);

const PURE: ReadonlySet<string> = new Set([...FREE, 'simd', 'shuffle', 'lane']);
/** Code that has no effect but on locals, and no control of its own. */
export const isPure = (body: readonly Operation[]): boolean =>
  body.every(
    (operation) =>
      PURE.has(operation.kind) || (operation.kind === 'op' && !['return', 'drop'].includes(operation.name)),
  );

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
