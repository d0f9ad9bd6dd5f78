// Decides whether the body of a loop over chunks may be computed for several chunks at once, and is faster so.

import type { Operation } from './operations.js';

/**
 * True if accesses to memory keep the order that they have chunk by chunk, where it matters: an effect on memory must
 * be the only access of the body. Registers are exempt. Conditions for "all lanes are active" count as true.
 */
export function keepsOrder(body: readonly Operation[]): boolean {
  let [places, effects] = [0, 0];
  const visit = (operations: readonly Operation[], inside: boolean): boolean => {
    let isFound = false;
    for (const operation of operations) {
      const always = isAlways(operation);
      const nested = operation.kind === 'if' && !always ? [operation.body, operation.otherwise] : bodyOf(operation);
      const own = ACCESSES[operation.kind] ?? accessOf(operation);
      if (own === 'effect') effects++;
      const below = nested.map((each) => visit(each, inside || !always)).some(Boolean);
      const isPlace = own !== undefined || (below && !always);
      if (isPlace && !inside) places++;
      isFound ||= isPlace || below;
    }
    return isFound;
  };
  visit(body, false);
  return effects === 0 || places <= 1;
}

const bodyOf = (operation: Operation): (readonly Operation[])[] => ('body' in operation ? [operation.body] : []);

/** Access of an operation to memory other than the chunk's registers. */
type Access = 'read' | 'effect';
const ACCESSES: Readonly<Partial<Record<Operation['kind'], Access>>> = {
  vectorLoad: 'read',
  vectorStore: 'effect',
  touch: 'read',
  atomic: 'effect',
  fill: 'effect',
  call: 'effect',
};
function accessOf(operation: Operation): Access | undefined {
  if (operation.kind !== 'memory' && operation.kind !== 'laneMemory') return undefined;
  return operation.name.includes('store') ? 'effect' : 'read';
}

/** A condition that holds where all lanes are active. */
const isAlways = (operation: Operation): boolean => operation.kind === 'if' && operation.active !== undefined;

/** Operations that are done for one chunk after the other may be as many as those that are done for several at once. */
export function isMostlyVectors(body: readonly Operation[]): boolean {
  let [wide, single] = [0, 0];
  const visit = (operations: readonly Operation[], alone: boolean): void => {
    for (const operation of operations) {
      if (operation.kind === 'if') {
        const always = isAlways(operation);
        const apart = alone || (!always && (operation.otherwise.length > 0 || !isPure(operation.body)));
        visit(operation.body, apart);
        if (!always) visit(operation.otherwise, apart);
      } else if (operation.kind === 'collect') visit(operation.plain, alone);
      else if ('body' in operation) visit(operation.body, true);
      else if (!alone && SIDE_BY_SIDE.has(operation.kind)) wide++;
      else if (!FREE.has(operation.kind)) single++;
    }
  };
  visit(body, false);
  return single <= wide;
}

const FREE: ReadonlySet<string> = new Set(['get', 'set', 'tee', 'i32', 'i64', 'v128']);
const SIDE_BY_SIDE: ReadonlySet<string> = new Set([
  ...['simd', 'shuffle', 'vectorLoad', 'vectorStore', 'loadRegister', 'storeRegister'],
]);

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
    if (operation.kind === 'if' && operation.active !== undefined) read.add(operation.active);
    if (operation.kind === 'collect') operation.plain.forEach(visit);
    if ('body' in operation) operation.body.forEach(visit);
    if (operation.kind === 'if') operation.otherwise.forEach(visit);
  };
  operations.forEach(visit);
  return { read, written };
}
