// Marks on trees whose exceptions are not those of the operators that they are written with: approximations, and
// instructions that look at special cases themselves.

import type { Ex, ExceptionMark } from './expr.js';
import type { FunctionName } from './functions.js';
import type { Ty } from './operators.js';
import { childrenOf } from './trees.js';

function pathTo(from: Ex, operand: Ex): readonly number[] | undefined {
  if (from === operand) return [];
  for (const [index, child] of childrenOf(from).entries()) {
    const rest = pathTo(child, operand);
    if (rest) return [index, ...rest];
  }
  return undefined;
}

/**
 * The same tree, whose exceptions are those that a function gives for operands within it.
 * @param name absent: it raises none, nor do its operands
 */
export function raising<T extends Ty>(node: Ex<T>, name?: FunctionName, ...operands: readonly Ex[]): Ex<T> {
  if (node.kind !== 'op') throw new TypeError('exceptions belong to an operator');
  const paths = operands.map((operand) => {
    const path = pathTo(node, operand);
    if (!path) throw new TypeError(`an operand of ${name} is not within the tree`);
    return path;
  });
  return Object.freeze({ ...node, exceptions: { ...(name ? { function: name } : {}), operands: paths } });
}

/** The operands of a marked tree. */
export const markedOperands = (node: Ex, { operands }: ExceptionMark): readonly Ex[] =>
  operands.map((path) => path.reduce((at, index) => childrenOf(at)[index] ?? at, node));
