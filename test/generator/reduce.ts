// Makes a failing program small: leaves out kernels, statements and branches, and puts constants and operands in the
// place of expressions, while the same engine still fails in the same way. Many candidates are tried in one run.

import { type BatchSettings, type Edited, makePrograms, runBatch } from './batch.js';
import type { Failure } from './compare.js';
import { endRuns } from './host/run-engine.js';
import { plainLiteral } from './language/literals.js';
import { type Program, printProgram } from './language/program.js';
import { allExpressions, type Edits, type Expression, NO_EDITS, type Part, type Statement } from './language/tree.js';
import { sameType } from './language/types.js';

/** Programs that are tried in one run. */
const AT_ONCE = 8;

/** The identity of a failure: a compiler's message without the names in it. */
function kindOf({ engine, what, text }: Failure): string {
  const message =
    what === 'refused' ? (/error: [^:\n]*|Cannot select|ran out of registers/i.exec(text)?.[0] ?? '') : '';
  return `${engine} ${what} ${message}`;
}

type Change = (edits: Edits) => Edits;

const removing =
  (statements: readonly Statement[]): Change =>
  (edits) => ({
    ...edits,
    removed: new Set([...edits.removed, ...statements]),
  });
const opening =
  (statement: Statement): Change =>
  (edits) => ({
    ...edits,
    opened: new Set([...edits.opened, statement]),
  });
const replacing =
  (expression: Expression, by: Part): Change =>
  (edits) => ({
    ...edits,
    replaced: new Map([...edits.replaced, [expression, by]]),
  });

/** Statements that are still printed, the outer ones first. */
const left = (statements: readonly Statement[], { removed }: Edits): Statement[] =>
  statements
    .filter((one) => !removed.has(one))
    .flatMap((one) => [one, ...left(one.body ?? [], { ...NO_EDITS, removed })]);

/** Expressions that are still printed. */
function shown(parts: readonly Part[], edits: Edits): Expression[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    const other = edits.replaced.get(part);
    return other === undefined ? [part, ...shown(part.parts, edits)] : shown([other], edits);
  });
}

const rootsOf = ({ declarations, kernels }: Program): Statement[] => [
  ...declarations,
  ...kernels.map(({ statement }) => statement),
];

/** Pieces of a list, the large ones first. */
function* pieces<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let size = Math.ceil(list.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}

function* statementChanges(program: Program, edits: Edits): Generator<Change> {
  const kernels = program.kernels.map(({ statement }) => statement).filter((one) => !edits.removed.has(one));
  if (kernels.length > 1) for (const kernel of kernels) yield removing(kernels.filter((one) => one !== kernel));
  const statements = left(rootsOf(program), edits).filter((one) => !one.fixed && !kernels.includes(one));
  for (const piece of pieces(statements)) yield removing(piece);
  for (const one of statements) if (one.opens && !edits.opened.has(one)) yield opening(one);
}

function* expressionChanges(program: Program, edits: Edits): Generator<Change> {
  const parts = left(rootsOf(program), edits).flatMap((one) => one.parts);
  for (const expression of shown(parts, edits)) {
    const text = plainLiteral(expression.type);
    if (expression.parts.length === 1 && expression.parts[0] === text) continue;
    yield replacing(expression, text);
    for (const inner of allExpressions(expression.parts))
      if (sameType(inner.type, expression.type)) yield replacing(expression, inner);
  }
}

export interface Reduced {
  readonly text: string;
  readonly failure: Failure;
}

class Reducer {
  edits: Edits = NO_EDITS;

  constructor(
    private readonly program: Program,
    readonly failure: Failure,
    private readonly settings: BatchSettings,
    private readonly report: (text: string) => void,
  ) {}

  /** Takes the first of some changes with which it still fails. @returns whether there is one */
  private async tryAll(changes: readonly Change[]): Promise<boolean> {
    const list = changes.map((change): Edited => ({ program: this.program, edits: change(this.edits) }));
    const { failures } = await runBatch(list, this.settings);
    const failing = failures.filter((one) => kindOf(one) === kindOf(this.failure)).map(({ program }) => program);
    if (failing.length === 0) return false;
    this.edits = list[Math.min(...failing)]!.edits;
    this.report(`${printProgram(this.program, this.edits).length} characters`);
    return true;
  }

  /** Goes through changes until none of them helps. @returns whether one did */
  private async settle(make: (program: Program, edits: Edits) => Generator<Change>): Promise<boolean> {
    let helped = false;
    for (let again = true; again; ) {
      again = false;
      const waiting = [...make(this.program, this.edits)];
      while (waiting.length > 0) {
        if (!(await this.tryAll(waiting.splice(0, AT_ONCE)))) continue;
        helped = again = true;
        break;
      }
    }
    return helped;
  }

  get reduced(): Reduced {
    return { text: printProgram(this.program, this.edits), failure: this.failure };
  }

  async run(): Promise<Reduced> {
    while ((await this.settle(statementChanges)) || (await this.settle(expressionChanges)));
    return this.reduced;
  }
}

/** Reduces the first failure of a program; undefined when none of the engines fails. */
export async function reduceFailure(
  seed: number,
  kernels: number,
  settings: BatchSettings,
  report: (text: string) => void,
): Promise<Reduced | undefined> {
  const list = makePrograms(seed, 1, kernels);
  const { failures } = await runBatch(list, settings);
  const [failure] = failures;
  if (!failure) return undefined;
  report(`${kindOf(failure)}: ${failure.text}`);
  // Other engines would only cost time.
  const [reference] = settings.engines;
  const engines = settings.engines.filter((name) => name === reference || name === failure.engine);
  const reducer = new Reducer(list[0]!.program, failure, { ...settings, engines }, report);
  // It may take long: after a signal it returns the best so far.
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve());
  });
  const reduction = reducer.run();
  const winner = await Promise.race([reduction, ended]);
  if (winner) return winner;
  await endRuns();
  // Its folders are its own to remove.
  await reduction.catch(() => undefined);
  return reducer.reduced;
}
