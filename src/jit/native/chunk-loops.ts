// Decides whether several chunks of a loop over the chunks of a wavefront can be computed side by side, and what that
// takes.

import type { ChunkOperation, FunctionTree, Operation } from './operations.js';
import { isMostlyVectors, keepsOrder } from './side-by-side.js';

/** A loop whose chunks do not depend on each other. */
export interface ChunkLoop {
  readonly source: ChunkOperation;
  /** Locals that are written in the body and mean nothing outside of it, or that each chunk has a value of. */
  readonly own: ReadonlySet<number>;
}

/** The loop, if it is one that gains by computing several chunks at once. */
export function chunkLoopOf(source: ChunkOperation, { locals }: FunctionTree): ChunkLoop | undefined {
  const { body, pointer } = source;

  if (!isMostlyVectors(body)) return undefined;
  if (source.kind === 'masked' ? !keepsOrder(body) : leaves(body)) return undefined;
  const growing = source.kind === 'linear' ? source.growing.map(({ vector }) => vector) : [];
  const counting = source.kind === 'masked' ? [source.exec, source.active] : [source.first, ...growing];
  const own = ownLocals(body, new Set([pointer, ...counting]));
  const collected = new Set(body.flatMap((operation) => (operation.kind === 'collect' ? [operation.bits] : [])));
  if (!own || [...own].some((local) => collected.has(local) || locals[local] === 'f64')) return undefined;
  return { source, own: new Set([...own, ...growing]) };
}

/** True if code branches out of itself. */
const leaves = (operations: readonly Operation[], depth = 0): boolean =>
  operations.some((operation) => {
    if (operation.kind === 'br' || operation.kind === 'brIf') return operation.depth >= depth;
    const inside =
      operation.kind === 'if' ? [...operation.body, ...operation.otherwise] : 'body' in operation ? operation.body : [];
    return leaves(inside, depth + 1);
  });

/**
 * Undefined when a chunk needs what another one has computed, or does what cannot be done side by side.
 *
 * @param fixed locals that the body must not write
 */
function ownLocals(body: readonly Operation[], fixed: ReadonlySet<number>): Set<number> | undefined {
  const own = new Set<number>();
  const read = new Set<number>();
  let fits = true;
  const visit = (operations: readonly Operation[], depth = 0): void => {
    for (const operation of operations) {
      if (operation.kind === 'collect') read.add(operation.bits);
      if (operation.kind === 'get' && !own.has(operation.local)) read.add(operation.local);
      if (operation.kind === 'set' || operation.kind === 'tee') {
        fits &&= !read.has(operation.local) && !fixed.has(operation.local);
        own.add(operation.local);
      }
      // To the end of the body, or the next chunk.
      if (operation.kind === 'br' || operation.kind === 'brIf')
        fits &&= operation.depth !== depth && operation.depth !== depth + 1;
      fits &&= operation.kind !== 'brTable' && !(operation.kind === 'op' && operation.name === 'return');
      if ('body' in operation) visit(operation.body, depth + 1);
      if (operation.kind === 'if') visit(operation.otherwise, depth + 1);
    }
  };
  visit(body);
  return fits ? own : undefined;
}
