// Walks that replace leaves of trees: what SDWA and DPP are made of.

import { type Ex, type Leaf, type Stmt, withArguments } from '../language/expr.js';

export type SourceLeaf = Extract<Leaf, { kind: 'src' }>;

/** The same tree with other leaves; what was shared stays shared. */
export function replaceSources(replace: (leaf: SourceLeaf) => Ex): <E extends Ex>(ex: E) => E {
  const done = new Map<Ex, Ex>();
  const rewrite = (ex: Ex): Ex => {
    const rewritten = done.get(ex);
    if (rewritten) return rewritten;
    let result = ex;
    if (ex.kind === 'src') result = replace(ex);
    else if (ex.kind === 'op' || ex.kind === 'call') {
      const args = ex.args.map(rewrite);
      if (args.some((arg, i) => arg !== ex.args[i])) result = withArguments(ex, args);
    }
    done.set(ex, result);
    return result;
  };
  return rewrite as <E extends Ex>(ex: E) => E;
}

type Write = Extract<Stmt, { kind: 'write' }>;
type Mask = Extract<Stmt, { kind: 'mask' }>;

/** Statements of arithmetic with other expressions; `write` and `mask` make the results. */
export function rewriteStatements(
  statements: readonly Stmt[],
  rewrite: <E extends Ex>(ex: E) => E,
  write: (statement: Write) => Stmt,
  mask: (statement: Mask) => Stmt,
): readonly Stmt[] {
  return statements.map((statement) => {
    if (statement.kind === 'write') {
      const when = statement.when && rewrite(statement.when);
      return write({ ...statement, value: rewrite(statement.value), ...(when ? { when } : {}) });
    }
    return statement.kind === 'mask' ? mask({ ...statement, value: rewrite(statement.value) }) : statement;
  });
}
