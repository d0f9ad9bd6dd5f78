// Whether the body of a loop over chunks may be computed for several chunks at once, and pays to be.

import { match, type Pattern } from './matching.js';
import type { Operation } from './module-reader.js';

/**
 * Whether accesses to memory stay in the order that they have chunk by chunk, where that matters: an effect on memory must be the
 * only place of the body that looks at it. Registers are not meant.
 */
export function keepsOrder(body: readonly Operation[], pointer: number, active: number): boolean {
  let [places, effects] = [0, 0];
  const visit = (operations: readonly Operation[], inside: boolean): boolean => {
    let found = false;
    operations.forEach((operation, at) => {
      const always = isAlways(operations, at, active);
      const nested = operation.kind === 'if' && !always ? [operation.body, operation.otherwise] : bodyOf(operation);
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

const bodyOf = (operation: Operation): (readonly Operation[])[] => ('body' in operation ? [operation.body] : []);

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
const isAlways = (operations: readonly Operation[], at: number, active: number | undefined): boolean =>
  active !== undefined &&
  operations[at]?.kind === 'if' &&
  match(operations, at - ALWAYS.length, ALWAYS, new Map([['a', active]]));

/** Operations that are done for one chunk after the other may be as many as those that are done for several at once. */
export function isMostlyVectors(body: readonly Operation[], active: number | undefined): boolean {
  let [wide, single] = [0, 0];
  const visit = (operations: readonly Operation[], alone: boolean): void => {
    operations.forEach((operation, at) => {
      if (operation.kind === 'if') {
        const always = isAlways(operations, at, active);
        const apart = alone || (!always && (operation.otherwise.length > 0 || !isPure(operation.body)));
        visit(operation.body, apart);
        if (!always) visit(operation.otherwise, apart);
      } else if ('body' in operation) visit(operation.body, true);
      else if (!alone && SIDE_BY_SIDE.has(operation.kind)) wide++;
      else if (!FREE.has(operation.kind)) single++;
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

/** Locals that code names. */
export function mentioned(operations: readonly Operation[]): {
  readonly read: ReadonlySet<number>;
  readonly written: ReadonlySet<number>;
} {
  const [read, written] = [new Set<number>(), new Set<number>()];
  const visit = (operation: Operation): void => {
    if (operation.kind === 'get') read.add(operation.local);
    if (operation.kind === 'set' || operation.kind === 'tee') written.add(operation.local);
    if ('body' in operation) operation.body.forEach(visit);
    if (operation.kind === 'if') operation.otherwise.forEach(visit);
  };
  operations.forEach(visit);
  return { read, written };
}
