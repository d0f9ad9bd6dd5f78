// Nodes that an instruction reaches in its trees: its fields select the arms of a select, and mask whole operands away.

import type { Ex, Stmt } from './expr.js';
import { floatModes } from './float-ops.js';
import { applyOperator } from './integer-ops.js';
import { childrenOf, expressionsOf } from './trees.js';

/** Fields of an instruction by name. */
export type Fields = Readonly<Record<string, number>>;

const isFloat = ({ ty }: Ex): boolean => ty === 'f32' || ty === 'f64';

/** Values of expressions that are made of fields and whole constants alone. */
class FieldValues {
  private readonly cache = new Map<Ex, bigint | undefined>();

  constructor(private readonly fields: Fields) {}

  of(ex: Ex): bigint | undefined {
    if (!this.cache.has(ex)) this.cache.set(ex, this.compute(ex));
    return this.cache.get(ex);
  }

  private compute(ex: Ex): bigint | undefined {
    if (ex.kind === 'const') return BigInt(ex.bits);
    if (ex.kind === 'field') {
      const value = BigInt(this.fields[ex.field] ?? 0);
      return ex.signed ? BigInt.asUintN(32, BigInt.asIntN(16, value)) : value;
    }
    if (ex.kind !== 'op' || isFloat(ex) || ex.args.some(isFloat)) return undefined;
    const args: bigint[] = [];
    for (const arg of ex.args) {
      const value = this.of(arg);
      if (value === undefined) return undefined;
      args.push(value);
    }
    return applyOperator(ex.op, floatModes(0), args);
  }
}

/** The children that an expression's value can depend on. */
function reachedOf(ex: Ex, values: FieldValues): readonly Ex[] {
  if (ex.kind !== 'op') return childrenOf(ex);
  if (/^sel[BUF]/.test(ex.op)) {
    const condition = values.of(ex.args[0]);
    if (condition !== undefined) return [ex.args[condition !== 0n ? 1 : 2]];
  }
  // Nothing is left of what is masked by zero.
  if (ex.op === 'and' && ex.args.some((arg) => values.of(arg) === 0n)) return [];
  return ex.args;
}

/** Visits every node below the statements that an instruction with such fields reaches, once. */
export function visitReached(statements: readonly Stmt[], fields: Fields, visit: (ex: Ex) => void): void {
  const values = new FieldValues(fields);
  const seen = new Set<Ex>();
  const walk = (ex: Ex): void => {
    if (seen.has(ex)) return;
    seen.add(ex);
    visit(ex);
    for (const child of reachedOf(ex, values)) walk(child);
  };
  for (const statement of statements) for (const ex of expressionsOf(statement)) walk(ex);
}
