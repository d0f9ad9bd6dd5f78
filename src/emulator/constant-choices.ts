// Choices between constants in partial evaluation: an operator moves into their alternatives, and a choice of truth
// values becomes logic. So a test such as "is the class of x in this mask?", on a number that depends on x, leaves only
// the tests of x whose outcomes the mask distinguishes.

import { type Ex, type OpName, operatorArguments, type Ty } from '../isa/language/expr.js';

type OpNode = Extract<Ex, { kind: 'op' }>;
type Constant = Extract<Ex, { kind: 'const' }>;

export const SELECTS: ReadonlySet<OpName> = new Set(['selU32', 'selU64', 'selB', 'selF32', 'selF64']);
/** The choices of results of operators that can be folded. */
const CHOICES: Readonly<Partial<Record<Ty, OpName>>> = { u32: 'selU32', b1: 'selB' };
/** Alternatives that a choice may have, so that what it becomes stays small. */
const MAX_ALTERNATIVES = 16;

const isConstant = (node: Ex, bits: number): boolean => node.kind === 'const' && Number(node.bits) === bits;
const isSame = (a: Ex, b: Ex): boolean => a === b || (a.kind === 'const' && b.kind === 'const' && a.bits === b.bits);

const logic = (op: 'andB' | 'orB' | 'notB', ...args: readonly Ex[]): Ex => ({
  kind: 'op',
  ty: 'b1',
  op,
  args: operatorArguments(args),
});

/** Number of constants, at most `most`, between which a node chooses; 0 when it is no such choice. */
function alternatives(node: Ex, most = MAX_ALTERNATIVES): number {
  if (node.kind === 'const') return most > 0 ? 1 : 0;
  if (node.kind !== 'op' || !SELECTS.has(node.op)) return 0;
  const then = alternatives(node.args[1], most);
  const otherwise = then && alternatives(node.args[2], most - then);
  return otherwise && then + otherwise;
}

/** A choice in its simplest form. @param op one of SELECTS */
export function choose(op: OpName, ty: Ty, condition: Ex, then: Ex, otherwise: Ex): Ex {
  if (condition.kind === 'const') return condition.bits ? then : otherwise;
  if (isSame(then, otherwise)) return then;
  if (ty !== 'b1') return { kind: 'op', ty, op, args: [condition, then, otherwise] };
  if (isConstant(otherwise, 0)) return isConstant(then, 1) ? condition : logic('andB', condition, then);
  if (isConstant(then, 1)) return logic('orB', condition, otherwise);
  if (isConstant(then, 0)) {
    const not = logic('notB', condition);
    return isConstant(otherwise, 1) ? not : logic('andB', not, otherwise);
  }
  if (isConstant(otherwise, 1)) return logic('orB', logic('notB', condition), then);
  return { kind: 'op', ty, op, args: [condition, then, otherwise] };
}

/**
 * An operator of which one operand is a choice between constants and the others are constants, as a choice between its
 * results.
 *
 * @param fold the operator's result for constants
 */
export function choiceOfResults(
  node: OpNode,
  args: readonly Ex[],
  fold: (args: readonly Constant[]) => Constant,
): Ex | undefined {
  const select = CHOICES[node.ty];
  const at = args.findIndex((arg) => arg.kind !== 'const');
  if (!select || SELECTS.has(node.op) || at < 0 || args.some((arg, i) => i !== at && arg.kind !== 'const'))
    return undefined;
  if (alternatives(args[at]!) === 0) return undefined;
  const results = (choice: Ex): Ex => {
    if (choice.kind === 'const') return fold(args.map((arg, i) => (i === at ? choice : arg)) as Constant[]);
    const [condition, then, otherwise] = (choice as OpNode).args as [Ex, Ex, Ex];
    return choose(select, node.ty, condition, results(then), results(otherwise));
  };
  return results(args[at]!);
}
