// Programs as trees of text: a generated program is printed again with parts left out or replaced, until a failure
// is small.

import type { Type } from './types.js';

/** Magnitudes of a real expression: every component is 0, or a multiple of 2**low that is less than 2**high. */
export interface Magnitude {
  readonly low: number;
  readonly high: number;
}

export type Part = string | Expression;

export interface Expression {
  readonly type: Type;
  readonly parts: readonly Part[];
  /** Only of real types. */
  readonly magnitude?: Magnitude | undefined;
}

export interface Statement {
  /** The line, or the text before a body: `if (x) {`. */
  readonly parts: readonly Part[];
  readonly body?: Statement[];
  /** Text after the body: `}`. */
  readonly end?: string;
  /** Cannot be left out alone. */
  readonly fixed?: boolean;
  /** The body may stand without the statement around it. */
  readonly opens?: boolean;
}

/** Changes to a tree. */
export interface Edits {
  readonly removed: ReadonlySet<Statement>;
  /** Statements of which only the body stays. */
  readonly opened: ReadonlySet<Statement>;
  readonly replaced: ReadonlyMap<Expression, Part>;
}

export const NO_EDITS: Edits = { removed: new Set(), opened: new Set(), replaced: new Map() };

export function printParts(parts: readonly Part[], edits: Edits): string {
  return parts
    .map((part): string => {
      if (typeof part === 'string') return part;
      const other = edits.replaced.get(part);
      return other === undefined ? printParts(part.parts, edits) : printParts([other], edits);
    })
    .join('');
}

/** Lines of a list of statements. */
export function printStatements(statements: readonly Statement[], edits: Edits = NO_EDITS, indent = ''): string[] {
  return statements.flatMap((statement): string[] => {
    if (edits.removed.has(statement)) return [];
    const { parts, body, end } = statement;
    if (!body) return [indent + printParts(parts, edits)];
    if (edits.opened.has(statement)) return printStatements(body, edits, indent);
    return [
      indent + printParts(parts, edits),
      ...printStatements(body, edits, `${indent}  `),
      ...(end === undefined ? [] : [indent + end]),
    ];
  });
}

export const line = (...parts: readonly Part[]): Statement => ({ parts });
/** A line that others need. */
export const fixedLine = (...parts: readonly Part[]): Statement => ({ parts, fixed: true });
export const block = (parts: readonly Part[], body: Statement[], more: Partial<Statement> = {}): Statement => ({
  parts: [...parts, ' {'],
  body,
  end: '}',
  ...more,
});
/** Statements that go together or not at all. */
export const together = (...body: readonly Statement[]): Statement => ({
  parts: ['{'],
  body: body.map((statement) => ({ ...statement, fixed: true })),
  end: '}',
});

/** All statements of a tree, the outer ones first. */
export const allStatements = (statements: readonly Statement[]): Statement[] =>
  statements.flatMap((statement) => [statement, ...allStatements(statement.body ?? [])]);

/** All expressions of a list of parts, the outer ones first. */
export const allExpressions = (parts: readonly Part[]): Expression[] =>
  parts.flatMap((part) => (typeof part === 'string' ? [] : [part, ...allExpressions(part.parts)]));
