// Walks over statements and expressions: what every fold begins with.

import type { Ex, Stmt } from './expr.js';

const present = (...list: readonly (Ex | undefined)[]): Ex[] => list.filter((ex) => ex !== undefined);

/** Every expression that a statement contains, outermost first. */
export function expressionsOf(statement: Stmt): readonly Ex[] {
  switch (statement.kind) {
    case 'write':
      return present(statement.value, statement.when);
    case 'mask':
    case 'exceptions':
      return [statement.value];
    case 'special':
      return present(statement.value, statement.when);
    case 'writelane':
    case 'writeRelative':
      return [statement.index, statement.value];
    case 'writeSgpr':
      return present(statement.index, statement.value, statement.when);
    case 'store':
      return present(statement.address, statement.value, statement.valid, statement.elementStep);
    case 'atomic':
      return present(statement.address, statement.data, statement.compare, statement.valid);
    case 'branch':
      return present(statement.when, statement.target);
    case 'effect':
      return statement.args;
    case 'helper':
      return statement.reads;
    case 'unsupported':
      return [];
  }
}

/** The direct children of an expression. */
export function childrenOf(ex: Ex): readonly Ex[] {
  switch (ex.kind) {
    case 'op':
    case 'call':
      return ex.args;
    case 'lane':
    case 'relative':
    case 'sgpr':
      return [ex.index];
    case 'load':
      return present(ex.address, ex.valid, ex.elementStep);
    default:
      return [];
  }
}

/** Visits every node of the statements once. */
export const visitExpressions = (statements: readonly Stmt[], visit: (ex: Ex) => void): void =>
  visitTrees(statements.flatMap(expressionsOf), visit);

/** Visits every node of the trees once: they are DAGs. */
export function visitTrees(roots: readonly Ex[], visit: (ex: Ex) => void): void {
  const seen = new Set<Ex>();
  const walk = (ex: Ex): void => {
    if (seen.has(ex)) return;
    seen.add(ex);
    visit(ex);
    for (const child of childrenOf(ex)) walk(child);
  };
  for (const root of roots) walk(root);
}
