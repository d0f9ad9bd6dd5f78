// The nodes of an instruction's trees, listed once: most properties of an instruction derive from these, and many
// instructions of a kernel have the same trees (flow.ts).

import type { Ex, Stmt } from '../../isa/language/expr.js';
import { visitExpressions } from '../../isa/language/trees.js';

const cache = new WeakMap<readonly Stmt[], readonly Ex[]>();

/** Every node below the statements once, outermost first. */
export function nodesOf(statements: readonly Stmt[]): readonly Ex[] {
  let nodes = cache.get(statements);
  if (!nodes) {
    const list: Ex[] = [];
    visitExpressions(statements, (ex) => list.push(ex));
    cache.set(statements, (nodes = list));
  }
  return nodes;
}
