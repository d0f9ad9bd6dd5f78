// Folds of operations on values of several chunks: results without computing the chunks one by one.

import type { IrBuilder } from './ir-builder.js';
import { numberOf, type Wide } from './wide-values.js';

/** The result of an operation on two values, when it is known or grows evenly. */
export function fold(ir: IrBuilder, name: string, a: Wide, b: Wide): Wide | undefined {
  const [m, n] = [a, b].map((value) => (value.kind === 'same' ? value.number : undefined));
  if (name === 'i32.eq' && m !== undefined && n !== undefined) return numberOf(Number(m === n));
  const grown = (op: string, first: string, other: string, step: number): Wide => ({
    kind: 'linear',
    type: 'i32',
    first: ir.value(`${op} i32 ${first}, ${other}`),
    step,
  });
  if (a.kind === 'linear' && b.kind === 'same') {
    const { first, step } = a;
    if (name === 'i32.add') return grown('add', first, b.value.name, step);
    if (name === 'i32.sub') return grown('sub', first, b.value.name, step);
    if (n === undefined || n < 0 || n > 4) return undefined;
    if (name === 'i32.shl') return grown('shl', first, String(n), step << n);
    // The bits that are shifted out are the same in all chunks.
    if (name === 'i32.shr_u' && step % (1 << n) === 0) return shifted(ir, first, n, step);
  }
  if (a.kind === 'same' && b.kind === 'linear' && name === 'i32.add')
    return grown('add', b.first, a.value.name, b.step);
  return undefined;
}

const shifted = (ir: IrBuilder, first: string, by: number, step: number): Wide => ({
  kind: 'linear',
  type: 'i32',
  first: ir.value(`lshr i32 ${first}, ${by}`),
  step: step >> by,
});
