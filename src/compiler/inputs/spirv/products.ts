// Products and sums of several parts: dot products, multiples of vectors, results with a carry or a high half.

import { fastFlags, isOf, splat, widthOf } from './arithmetic.js';
import type { SpirvRule } from './function-scope.js';
import { countOf, elementOf, integer, irType, isSameType, withElement } from './type-shapes.js';

/** Results with a carry or the high half: structures of two integers. */
function extended(operation: string, widen: 'zext' | 'sext'): SpirvRule {
  return (scope, instruction) => {
    const type = scope.resultType(instruction);
    const [a, b] = [scope.operand(instruction, 0), scope.operand(instruction, 1)];
    const part = type.kind === 'struct' && type.members.length === 2 ? type.members[0] : undefined;
    const fits =
      part &&
      isOf(part, 'int') &&
      [a.type, b.type, scope.module.member(type, 1)].every((one) => one && isSameType(one, part));
    if (!fits) throw scope.fail(instruction, 'operands of other types');
    const width = widthOf(part);
    const shape = withElement(part, integer(width * 2));
    const wide = irType(shape);
    const [x, y] = [a, b].map((one) => scope.emit(`${widen} ${irType(part)} ${one.text} to ${wide}`));
    const result = scope.emit(`${operation} ${wide} ${x}, ${y}`);
    const low = scope.emit(`trunc ${wide} ${result} to ${irType(part)}`);
    const above = scope.emit(`lshr ${wide} ${result}, ${splat(shape, String(width))}`);
    const high = scope.emit(`trunc ${wide} ${above} to ${irType(part)}`);
    const carry = operation === 'sub' ? scope.emit(`and ${irType(part)} ${high}, ${splat(part, '1')}`) : high;
    const first = scope.emit(`insertvalue ${irType(type)} poison, ${irType(part)} ${low}, 0`);
    scope.define(instruction, `insertvalue ${irType(type)} ${first}, ${irType(part)} ${carry}, 1`);
  };
}

/** Products and sums of the elements, in order. */
const dot: SpirvRule = (scope, instruction) => {
  const [a, b] = [scope.operand(instruction, 0), scope.operand(instruction, 1)];
  const type = scope.resultType(instruction);
  const fits =
    isSameType(a.type, b.type) &&
    a.type.kind === 'vector' &&
    isSameType(elementOf(a.type), type) &&
    type.kind === 'float';
  scope.need(fits, instruction, 'operands of other types');
  if (countOf(a.type) <= 4 && type.kind === 'float' && type.width !== 16) {
    scope.define(instruction, scope.builtinCall(instruction, 'dot', [a, b]));
    return;
  }
  const products = scope.emit(`fmul ${irType(a.type)} ${a.text}, ${b.text}`);
  const element = (n: number): string => scope.emit(`extractelement ${irType(a.type)} ${products}, i32 ${n}`);
  let sum = element(0);
  for (let n = 1; n < countOf(a.type); n++) sum = scope.emit(`fadd ${irType(type)} ${sum}, ${element(n)}`);
  scope.set(instruction, { type, text: sum });
};

const timesScalar: SpirvRule = (scope, instruction) => {
  const [vector, scalar] = [scope.operand(instruction, 0), scope.operand(instruction, 1)];
  const type = scope.resultType(instruction);
  const fits =
    type.kind === 'vector' &&
    isSameType(vector.type, type) &&
    isSameType(scalar.type, type.element) &&
    isOf(type, 'float');
  scope.need(fits, instruction, 'operands of other types');
  const own = irType(type);
  const first = scope.emit(`insertelement ${own} poison, ${irType(scalar.type)} ${scalar.text}, i32 0`);
  const all = scope.emit(`shufflevector ${own} ${first}, ${own} poison, <${countOf(type)} x i32> zeroinitializer`);
  scope.define(instruction, `fmul ${fastFlags(scope, instruction)}${own} ${vector.text}, ${all}`);
};

export const PRODUCT_RULES: Readonly<Record<string, SpirvRule>> = {
  IAddCarry: extended('add', 'zext'),
  ISubBorrow: extended('sub', 'zext'),
  UMulExtended: extended('mul', 'zext'),
  SMulExtended: extended('mul', 'sext'),
  Dot: dot,
  VectorTimesScalar: timesScalar,
};
