// Float nodes that generated code keeps as JavaScript numbers: those whose NaN, if they are one, is the canonical one.

import type { Ex } from '../../isa/language/expr.js';
import { isArithmetic } from './float-operators.js';

/** Functions of src/isa/language/functions.ts that are one rounding of host arithmetic. */
export const DIRECT_FUNCTIONS: Readonly<Record<string, (x: string) => string>> = {
  rcp_f32: (x) => `Math.fround(1 / ${x})`,
  rsq_f32: (x) => `Math.fround(1 / Math.sqrt(${x}))`,
  sqrt_f32: (x) => `Math.fround(Math.sqrt(${x}))`,
  rcp_f64: (x) => `1 / ${x}`,
  rsq_f64: (x) => `1 / Math.sqrt(${x})`,
  sqrt_f64: (x) => `Math.sqrt(${x})`,
};

/** Functions of words that generated code calls by these names: with words as signed numbers. */
export const WORD_FUNCTIONS: Readonly<Record<string, string>> = {
  byte_differences: 'byteDifferences',
  masked_byte_differences: 'maskedByteDifferences',
};

/** True if a float node is best kept as a number: it is a result of arithmetic, or a choice of such. */
export const producesNumber = (node: Ex): boolean => kindOf(node) === 'computed';

/** `plain`: a constant that is no NaN, as good as a number but better as bits; `bits`: a NaN's payload must survive. */
function kindOf(node: Ex): 'computed' | 'plain' | 'bits' {
  if (node.kind === 'const') return isNan(node) ? 'bits' : 'plain';
  if (node.kind === 'call') return node.name in DIRECT_FUNCTIONS ? 'computed' : 'bits';
  if (node.kind !== 'op') return 'bits';
  if (node.op !== 'selF32' && node.op !== 'selF64') return isArithmetic(node.op) ? 'computed' : 'bits';
  const [first, second] = [kindOf(node.args[1]), kindOf(node.args[2])];
  if (first === 'bits' || second === 'bits') return 'bits';
  return first === 'computed' || second === 'computed' ? 'computed' : 'plain';
}

function isNan({ ty, bits }: Extract<Ex, { kind: 'const' }>): boolean {
  const wide = BigInt(bits);
  return ty === 'f64' ? (wide & 0x7fff_ffff_ffff_ffffn) > 0x7ff0n << 48n : (wide & 0x7fff_ffffn) > 0x7f80_0000n;
}
