// Arithmetic on integers.

import type { HsailInstruction } from './instruction.js';
import { bitsOf, isSignedName } from './shapes.js';

/** A result of one type from values of that type. */
export type ValueOperation = (instruction: HsailInstruction, type: string, values: readonly string[]) => string;
export type OperationTable = Readonly<Record<string, ValueOperation>>;

const plain =
  (text: string): ValueOperation =>
  ({ out }, type, [a, b]) =>
    out.value(`${text} i${bitsOf(type)} ${a}, ${b}`);

const extreme =
  (word: 'min' | 'max'): ValueOperation =>
  ({ out }, type, [a, b]) => {
    const own = `i${bitsOf(type)}`;
    const name = `llvm.${isSignedName(type) ? 's' : 'u'}${word}.${own}`;
    return out.call(own, name, `${own} ${a}`, `${own} ${b}`);
  };

/** Quotients by 0 and of the minimum by -1 are undefined in HSAIL, but must not be undefined behaviour of LLVM. */
function dividing(word: 'div' | 'rem'): ValueOperation {
  return ({ out }, type, [a, b]) => {
    const bits = bitsOf(type);
    const own = `i${bits}`;
    const isZero = out.value(`icmp eq ${own} ${b}, 0`);
    let divisor = out.value(`select i1 ${isZero}, ${own} 1, ${own} ${b}`);
    if (!isSignedName(type)) return out.value(`u${word} ${own} ${a}, ${divisor}`);
    const isMinimum = out.value(`icmp eq ${own} ${a}, ${-(1n << BigInt(bits - 1))}`);
    const isMinusOne = out.value(`icmp eq ${own} ${b}, -1`);
    const overflows = out.value(`and i1 ${isMinimum}, ${isMinusOne}`);
    divisor = out.value(`select i1 ${overflows}, ${own} 1, ${own} ${divisor}`);
    const result = out.value(`s${word} ${own} ${a}, ${divisor}`);
    return result;
  };
}

const productHigh: ValueOperation = ({ out }, type, values) => {
  const bits = bitsOf(type);
  const [own, wide] = [`i${bits}`, `i${2 * bits}`];
  const extension = isSignedName(type) ? 'sext' : 'zext';
  const [a, b] = values.map((value) => out.value(`${extension} ${own} ${value} to ${wide}`));
  const high = out.value(`lshr ${wide} ${out.value(`mul ${wide} ${a}, ${b}`)}, ${bits}`);
  return out.value(`trunc ${wide} ${high} to ${own}`);
};

/** True if a sum or difference leaves the range, as 0 or 1. */
const overflow =
  (word: 'uadd' | 'usub'): ValueOperation =>
  ({ out }, type, [a, b]) => {
    const own = `i${bitsOf(type)}`;
    const pair = out.call(`{ ${own}, i1 }`, `llvm.${word}.with.overflow.${own}`, `${own} ${a}`, `${own} ${b}`);
    return out.value(`zext i1 ${out.value(`extractvalue { ${own}, i1 } ${pair}, 1`)} to ${own}`);
  };

/** The low 24 bits of the factors give 48 bits; `high` are bits 32 to 47, extended. */
function product24({ out }: HsailInstruction, type: string, values: readonly string[], high: boolean): string {
  const isSigned = isSignedName(type);
  const [shift, extension] = isSigned ? ['ashr', 'sext'] : ['lshr', 'zext'];
  const [a, b] = values.slice(0, 2).map((value) => {
    const low = out.value(`${shift} i32 ${out.value(`shl i32 ${value}, 8`)}, 8`);
    return out.value(`${extension} i32 ${low} to i64`);
  });
  const product = out.value(`mul i64 ${a}, ${b}`);
  return out.value(`trunc i64 ${high ? out.value(`${shift} i64 ${product}, 32`) : product} to i32`);
}

const plus = ({ out }: HsailInstruction, type: string, sum: string, added: string): string =>
  out.value(`add i${bitsOf(type)} ${sum}, ${added}`);

const negated: ValueOperation = ({ out }, type, [a]) => out.value(`sub i${bitsOf(type)} 0, ${a}`);

export const INTEGER_OPERATIONS: OperationTable = {
  add: plain('add'),
  sub: plain('sub'),
  mul: plain('mul'),
  max: extreme('max'),
  min: extreme('min'),
  div: dividing('div'),
  rem: dividing('rem'),
  mulhi: productHigh,
  neg: negated,
  abs: (instruction, type, [a]) => {
    const own = `i${bitsOf(type)}`;
    const isNegative = instruction.out.value(`icmp slt ${own} ${a}, 0`);
    return instruction.out.value(`select i1 ${isNegative}, ${own} ${negated(instruction, type, [a!])}, ${own} ${a}`);
  },
  mad: (instruction, type, [a, b, c]) =>
    plus(instruction, type, instruction.out.value(`mul i${bitsOf(type)} ${a}, ${b}`), c!),
  carry: overflow('uadd'),
  borrow: overflow('usub'),
  mul24: (instruction, type, values) => product24(instruction, type, values, false),
  mul24hi: (instruction, type, values) => product24(instruction, type, values, true),
  mad24: (instruction, type, values) =>
    plus(instruction, type, product24(instruction, type, values, false), values[2]!),
  mad24hi: (instruction, type, values) =>
    plus(instruction, type, product24(instruction, type, values, true), values[2]!),
};

/** Results of sums, differences and products that end at the limits of their type. */
export function saturated({ out, name, refusal }: HsailInstruction, type: string, [a, b]: readonly string[]): string {
  const bits = bitsOf(type);
  const own = `i${bits}`;
  const letter = isSignedName(type) ? 's' : 'u';
  if (name === 'add' || name === 'sub')
    return out.call(own, `llvm.${letter}${name}.sat.${own}`, `${own} ${a}`, `${own} ${b}`);
  if (name !== 'mul') throw refusal('results cannot be limited');
  const wide = `i${2 * bits}`;
  const [wideA, wideB] = [a, b].map((value) =>
    out.value(`${letter}ext ${own} ${value} to ${wide}`.replace('uext', 'zext')),
  );
  const product = out.value(`mul ${wide} ${wideA}, ${wideB}`);
  const maximum = (1n << BigInt(letter === 's' ? bits - 1 : bits)) - 1n;
  const below = out.call(wide, `llvm.${letter}min.${wide}`, `${wide} ${product}`, `${wide} ${maximum}`);
  const limited =
    letter === 's' ? out.call(wide, `llvm.smax.${wide}`, `${wide} ${below}`, `${wide} ${-maximum - 1n}`) : below;
  return out.value(`trunc ${wide} ${limited} to ${own}`);
}
