// Words of results whose NaN the operands decide, for registers: NaNs are looked for later (floats/deferred-nans.ts).

import type { Ex } from '../../isa/language/expr.js';
import { visitTrees } from '../../isa/language/trees.js';
import { required } from '../../util/required.js';
import type { Local } from '../wasm/function-builder.js';
import { replacedNan } from './slow-path-values.js';
import type { VectorValues } from './vector-values.js';

type OpNode = Extract<Ex, { kind: 'op' }>;

/** The operands of trees; undefined where there is another leaf, which may not be read again. */
function operandsOf(roots: readonly Ex[]): readonly Ex[] | undefined {
  const operands: Ex[] = [];
  let isRepeatable = true;
  visitTrees(roots, (node) => {
    if (node.kind === 'src' && node.ty !== 'b1') operands.push(node);
    else isRepeatable &&= node.kind === 'const' || node.kind === 'op' || node.kind === 'call';
  });
  return isRepeatable ? operands : undefined;
}

/** The result of a choice between a NaN and arithmetic, in which a NaN need not have its bits yet. */
export function deferredWord(v: VectorValues, node: OpNode): Local | undefined {
  const [condition, nan, otherwise] = node.args;
  const result = replacedNan(condition, otherwise);
  const operands = result && operandsOf([result, nan]);
  if (!result || !operands || v.conditional) return undefined;
  const local = v.number(result);
  const locals = operands.map((operand) => v.number(operand));
  const compute = (values: readonly Local[]): Local => {
    const inside = v.withWords(new Map(operands.map((operand, n) => [operand, required(values[n], 'value')])));
    const [bits, number, mask] = [inside.word(nan), inside.number(result), inside.word(condition)];
    return inside.keep(() => v.b.get(bits).get(number).get(mask).simd('v128.bitselect'));
  };
  v.run.floats.defer(local, { operands: locals, compute });
  return local;
}
