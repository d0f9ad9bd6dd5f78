// Operations on constants (OpSpecConstantOp): integers, comparisons, conversions of integers, elements.

import { bitsValue, type ConstantValue, NULL, partOf, UNDEF } from './constant-values.js';
import { countOf, elementOf, type TypeShape } from './type-shapes.js';

export interface TypedConstant {
  readonly type: TypeShape;
  readonly value: ConstantValue;
}

const widthOf = (type: TypeShape): number => (type.kind === 'int' || type.kind === 'float' ? type.width : 1);

type Binary = (a: bigint, b: bigint, width: number) => bigint | undefined;
const signed = (value: bigint, width: number): bigint => BigInt.asIntN(width, value);
const flag = (value: boolean): bigint => (value ? 1n : 0n);
const nonZero = (b: bigint, value: () => bigint): bigint | undefined => (b === 0n ? undefined : value());

function floorModulus(a: bigint, b: bigint): bigint {
  const rest = a % b;
  return rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest;
}

const shift = (b: bigint, width: number, value: () => bigint): bigint | undefined =>
  b < BigInt(width) ? value() : undefined;

const BINARY: Readonly<Record<string, Binary>> = {
  IAdd: (a, b) => a + b,
  ISub: (a, b) => a - b,
  IMul: (a, b) => a * b,
  UDiv: (a, b) => nonZero(b, () => a / b),
  UMod: (a, b) => nonZero(b, () => a % b),
  SDiv: (a, b, w) => nonZero(b, () => signed(a, w) / signed(b, w)),
  SRem: (a, b, w) => nonZero(b, () => signed(a, w) % signed(b, w)),
  SMod: (a, b, w) => nonZero(b, () => floorModulus(signed(a, w), signed(b, w))),
  ShiftLeftLogical: (a, b, w) => shift(b, w, () => a << b),
  ShiftRightLogical: (a, b, w) => shift(b, w, () => a >> b),
  ShiftRightArithmetic: (a, b, w) => shift(b, w, () => signed(a, w) >> b),
  BitwiseAnd: (a, b) => a & b,
  BitwiseOr: (a, b) => a | b,
  BitwiseXor: (a, b) => a ^ b,
  LogicalAnd: (a, b) => a & b,
  LogicalOr: (a, b) => a | b,
  LogicalEqual: (a, b) => flag(a === b),
  LogicalNotEqual: (a, b) => flag(a !== b),
  IEqual: (a, b) => flag(a === b),
  INotEqual: (a, b) => flag(a !== b),
  ULessThan: (a, b) => flag(a < b),
  ULessThanEqual: (a, b) => flag(a <= b),
  UGreaterThan: (a, b) => flag(a > b),
  UGreaterThanEqual: (a, b) => flag(a >= b),
  SLessThan: (a, b, w) => flag(signed(a, w) < signed(b, w)),
  SLessThanEqual: (a, b, w) => flag(signed(a, w) <= signed(b, w)),
  SGreaterThan: (a, b, w) => flag(signed(a, w) > signed(b, w)),
  SGreaterThanEqual: (a, b, w) => flag(signed(a, w) >= signed(b, w)),
};

const UNARY: Readonly<Record<string, (a: bigint, width: number) => bigint>> = {
  SNegate: (a) => -a,
  Not: (a) => ~a,
  LogicalNot: (a) => a ^ 1n,
  UConvert: (a) => a,
  SConvert: (a, w) => signed(a, w),
};

/** The bits of an element; undefined for addresses and undefined values. */
function elementBits({ type, value }: TypedConstant, index: number): bigint | undefined {
  const own = type.kind === 'vector' ? partOf(type, value, index) : value;
  if (own?.kind === 'null') return 0n;
  return own?.kind === 'bits' ? own.bits : undefined;
}

/** A value from its elements. */
function fromElements(type: TypeShape, element: (index: number) => bigint | undefined): ConstantValue | undefined {
  const width = widthOf(elementOf(type));
  const parts: ConstantValue[] = [];
  for (let n = 0; n < countOf(type); n++) {
    const bits = element(n);
    if (bits === undefined) return undefined;
    parts.push(bitsValue(BigInt.asUintN(width, bits)));
  }
  return type.kind === 'vector' ? { kind: 'parts', parts } : parts[0];
}

function elementWise(name: string, type: TypeShape, operands: readonly TypedConstant[]): ConstantValue | undefined {
  const [first, second] = operands;
  if (first === undefined || countOf(first.type) !== countOf(type)) return undefined;
  const width = widthOf(elementOf(first.type));
  const unary = Object.hasOwn(UNARY, name) ? UNARY[name] : undefined;
  const binary = Object.hasOwn(BINARY, name) ? BINARY[name] : undefined;
  return fromElements(type, (n) => {
    const a = elementBits(first, n);
    if (a === undefined) return undefined;
    if (unary) return unary(a, width);
    const b = second && countOf(second.type) === countOf(type) ? elementBits(second, n) : undefined;
    return b === undefined ? undefined : binary?.(a, b, width);
  });
}

function select([condition, yes, no]: readonly TypedConstant[], type: TypeShape): ConstantValue | undefined {
  if (!condition || !yes || !no) return undefined;
  if (condition.type.kind === 'bool') return elementBits(condition, 0) === 1n ? yes.value : no.value;
  return fromElements(type, (n) => elementBits(elementBits(condition, n) === 1n ? yes : no, n));
}

function extract(start: TypedConstant, indices: readonly number[]): TypedConstant | undefined {
  let at: TypedConstant | undefined = start;
  for (const index of indices) {
    const value: ConstantValue | undefined = partOf(at.type, at.value, index);
    const type: TypeShape | undefined =
      at.type.kind === 'struct' ? at.type.members[index] : elementOf(arrayElement(at.type));
    if (value === undefined || type === undefined) return undefined;
    at = { type, value };
  }
  return at;
}

const arrayElement = (type: TypeShape): TypeShape => (type.kind === 'array' ? type.element : type);

function insert(
  part: ConstantValue,
  { type, value }: TypedConstant,
  [index = 0, ...rest]: readonly number[],
): ConstantValue | undefined {
  const count = type.kind === 'struct' ? type.members.length : type.kind === 'array' ? type.count : countOf(type);
  const inner = partOf(type, value, index);
  const innerType = type.kind === 'struct' ? type.members[index] : elementOf(arrayElement(type));
  if (inner === undefined || innerType === undefined || count > 65_536) return undefined;
  const changed = rest.length === 0 ? part : insert(part, { type: innerType, value: inner }, rest);
  if (changed === undefined) return undefined;
  const parts = Array.from({ length: count }, (_, n) => (n === index ? changed : (partOf(type, value, n) ?? NULL)));
  return { kind: 'parts', parts };
}

const NO_COMPONENT = 0xffff_ffff;

function shuffle([one, two]: readonly TypedConstant[], components: readonly number[]): ConstantValue | undefined {
  if (!one || !two) return undefined;
  const first = countOf(one.type);
  const parts = components.map((index) => {
    if (index === NO_COMPONENT) return UNDEF;
    return index < first ? partOf(one.type, one.value, index) : partOf(two.type, two.value, index - first);
  });
  return parts.every((part) => part !== undefined) ? { kind: 'parts', parts } : undefined;
}

/** The result of an operation; undefined if it has none, or none that is known now. @param literals behind the ids */
export function foldConstant(
  name: string,
  type: TypeShape,
  operands: readonly TypedConstant[],
  literals: readonly number[],
): ConstantValue | undefined {
  const [first, second] = operands;
  switch (name) {
    case 'Select':
      return select(operands, type);
    case 'CompositeExtract':
      return first && extract(first, literals)?.value;
    case 'CompositeInsert':
      return first && second && insert(first.value, second, literals);
    case 'VectorShuffle':
      return shuffle(operands, literals);
    default:
      return elementWise(name, type, operands);
  }
}
