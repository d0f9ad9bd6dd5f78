// Recognises sequences of operations.

import type { Operation } from './module-reader.js';

/** Names of operations, or kinds with an operand; letters stand for locals. */
export type Pattern = readonly string[];

const LOCAL = /^(?:get|set|tee) ([a-z])$/;

/** Whether the operations from `at` on are these. @param known locals by letter, to which those are added that are met */
export function match(
  operations: readonly Operation[],
  at: number,
  pattern: Pattern,
  known: Map<string, number>,
): boolean {
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
