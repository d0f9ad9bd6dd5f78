// Recognises the loops over the chunks of a wavefront that run.ts and linear-run.ts write, and tells whether several chunks can
// be computed side by side.

import { match, type Pattern } from './matching.js';
import type { Operation, ReadFunction } from './module-reader.js';
import { isMostlyVectors, keepsOrder } from './side-by-side.js';

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
