// Choices whose first alternative is marked as rare, such as what v_min makes of a NaN, or takes arithmetic, such as
// the scaling of a division that nearly overflows: it is computed only in chunks where some lane needs it. Arithmetic
// may be slow besides: a product that underflows takes the processor a hundred times as long as another one.

import type { Ex } from '../../isa/language/expr.js';
import { childrenOf } from '../../isa/language/trees.js';
import { required } from '../../util/required.js';
import type { Local } from '../wasm/function-builder.js';
import type { VectorPair, VectorValues } from './vector-values.js';

const ARITHMETIC: ReadonlySet<string> = new Set(['fadd', 'fsub', 'fmul', 'ffma', 'dadd', 'dsub', 'dmul', 'dfma']);

const CHOICES: ReadonlySet<string> = new Set(['selF32', 'selF64', 'selU32', 'selU64']);
const BITS: ReadonlySet<string> = new Set(['selU32', 'selU64']);

/** Operands of a value that have not been computed yet, down to the leaves. */
function nodesOf(v: VectorValues, root: Ex): readonly Ex[] {
  const nodes = new Set<Ex>();
  const walk = (node: Ex): void => {
    if (nodes.has(node) || v.hasValue(node) || v.isUniform(node)) return;
    nodes.add(node);
    for (const child of childrenOf(node)) walk(child);
  };
  walk(root);
  return [...nodes];
}

const isOperation = (node: Ex): boolean => node.kind === 'op' || node.kind === 'call';

/** True if a node is a choice with a slow path. */
export function isRareChoice(v: VectorValues, node: Ex): boolean {
  if (node.kind !== 'op' || !CHOICES.has(node.op)) return false;
  if (!node.rare && node.op !== 'selF32' && node.op !== 'selF64') return false;
  const nodes = nodesOf(v, node.args[1]);
  if (nodes.some(({ kind }) => kind === 'load')) return false;
  if (node.rare) return true;
  return nodes.some((each) => each.kind === 'op' && ARITHMETIC.has(each.op));
}

/**
 * Emits a choice.
 *
 * @param otherwise the other alternative
 * @param then emits the rare one, inside of a condition, with the values that it gets
 * @param masks the condition, for each vector of the result
 */
function emitRareChoice(
  v: VectorValues,
  node: Extract<Ex, { kind: 'op' }>,
  otherwise: readonly Local[],
  then: (values: VectorValues) => readonly Local[],
  masks: (values: VectorValues) => readonly Local[],
): readonly Local[] {
  const { b } = v;
  const [condition, rare] = node.args;
  // Register reads may be needed again outside of the condition.
  for (const leaf of nodesOf(v, rare)) if (!isOperation(leaf)) v.prepare(leaf);
  const mask = v.word(condition);
  const results = otherwise.map((local) => v.keep(() => b.get(local)));
  b.get(mask).simd('v128.any_true').if();
  // Bits of NaNs are rarer than what arithmetic itself chooses: the fast version of the loop does without them.
  const inside = (emit: () => void): void => (BITS.has(node.op) ? v.run.detour(emit) : v.run.floats.inside(emit));
  inside(() => {
    const branch = v.branch();
    const values = then(branch);
    const chosen = masks(branch);
    results.forEach((result, index) => {
      b.get(required(values[index], 'value'))
        .get(result)
        .get(required(chosen[index], 'chosen lanes'))
        .simd('v128.bitselect')
        .set(result);
    });
  });
  b.end();
  return results;
}

type OpNode = Extract<Ex, { kind: 'op' }>;

/** The result whose NaNs a choice replaces; undefined for other choices. */
export function replacedNan(condition: Ex, otherwise: Ex): Ex | undefined {
  const isCast = otherwise.kind === 'op' && (otherwise.op === 'asU32' || otherwise.op === 'asU64');
  const result = isCast ? otherwise.args[0] : otherwise;
  const isTest = condition.kind === 'op' && (condition.op === 'fisnan' || condition.op === 'disnan');
  const isReplaced = isTest && condition.args[0] === result;
  return isReplaced && (result.kind === 'op' || result.kind === 'call') ? result : undefined;
}

/** Such a result: NaNs need not be made canonical before. */
function resultUnlessNan(v: VectorValues, condition: Ex, otherwise: Ex): Local | undefined {
  const result = replacedNan(condition, otherwise);
  const local = result && v.number(result);
  return local === undefined || v.run.floats.of(local).denormal ? undefined : local;
}

/** Such a choice of words. */
export function rareWord(v: VectorValues, node: OpNode): Local {
  const [condition, rare, otherwise] = node.args as [Ex, Ex, Ex];
  const mask = (inside: VectorValues): readonly Local[] => [inside.word(condition)];
  const usual = resultUnlessNan(v, condition, otherwise) ?? v.word(otherwise);
  return required(emitRareChoice(v, node, [usual], (inside) => [inside.word(rare)], mask)[0], 'result');
}

/** Such a choice of values of 64 bits. */
export function rarePair(v: VectorValues, node: OpNode): VectorPair {
  const [condition, rare, otherwise] = node.args as [Ex, Ex, Ex];
  const mask = (inside: VectorValues): VectorPair => inside.interleave(inside.word(condition), inside.word(condition));
  const result = replacedNan(condition, otherwise);
  const usual = result ? v.numbers(result) : v.pair(otherwise);
  return emitRareChoice(v, node, usual, (inside) => inside.pair(rare), mask) as unknown as VectorPair;
}
