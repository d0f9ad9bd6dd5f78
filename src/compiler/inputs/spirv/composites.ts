// Vectors, arrays and structures as values.

import type { SpirvInstruction } from '../../../spirv/module.js';
import { partType } from './constant-values.js';
import type { SpirvRule, SpirvScope, SpirvValue } from './function-scope.js';
import { countOf, irType, isAggregate, isSameType, memoryType, type TypeShape } from './type-shapes.js';

/** The type of a part; literals of the instruction from an operand on. */
function literals({ operands }: SpirvInstruction, from: number): number[] {
  return operands.slice(from).map(({ value }) => value);
}

function partAt(scope: SpirvScope, instruction: SpirvInstruction, type: TypeShape, index: number): TypeShape {
  const part = partType(type, index);
  if (part === undefined) throw scope.fail(instruction, `index ${index} is outside of ${irType(type)}`);
  return part;
}

/** One part of a value, in the form of registers. */
function part(scope: SpirvScope, instruction: SpirvInstruction, whole: SpirvValue, index: number): SpirvValue {
  const type = partAt(scope, instruction, whole.type, index);
  const from = `${irType(whole.type)} ${whole.text}`;
  if (!isAggregate(whole.type)) return { type, text: scope.emit(`extractelement ${from}, i32 ${index}`) };
  return { type, text: scope.fromMemory(type, scope.emit(`extractvalue ${from}, ${index}`)) };
}

/** A value with a replaced part. */
function replaced(scope: SpirvScope, whole: SpirvValue, own: SpirvValue, index: number): SpirvValue {
  const from = `${irType(whole.type)} ${whole.text}`;
  const text = isAggregate(whole.type)
    ? `insertvalue ${from}, ${memoryType(own.type)} ${scope.toMemory(own)}, ${index}`
    : `insertelement ${from}, ${irType(own.type)} ${own.text}, i32 ${index}`;
  return { type: whole.type, text: scope.emit(text) };
}

const extract: SpirvRule = (scope, instruction) => {
  let value = scope.operand(instruction, 0);
  for (const index of literals(instruction, 1)) value = part(scope, instruction, value, index);
  scope.set(instruction, value);
};

function inserted(
  scope: SpirvScope,
  instruction: SpirvInstruction,
  whole: SpirvValue,
  object: SpirvValue,
  path: readonly number[],
): SpirvValue {
  const [index, ...rest] = path;
  if (index === undefined) {
    scope.need(isSameType(whole.type, object.type), instruction, 'the object is of another type than the part');
    return object;
  }
  const inner: SpirvValue =
    rest.length > 0
      ? part(scope, instruction, whole, index)
      : { type: partAt(scope, instruction, whole.type, index), text: 'poison' };
  return replaced(scope, whole, inserted(scope, instruction, inner, object, rest), index);
}

const MAX_PATH = 64;

const insert: SpirvRule = (scope, instruction) => {
  const path = literals(instruction, 2);
  scope.need(path.length <= MAX_PATH, instruction, 'too many indices');
  const [object, whole] = [scope.operand(instruction, 0), scope.operand(instruction, 1)];
  scope.set(instruction, inserted(scope, instruction, whole, object, path));
};

/** The parts of a vector that is made of scalars and shorter vectors. */
function flattened(scope: SpirvScope, instruction: SpirvInstruction): SpirvValue[] {
  return scope
    .operands(instruction)
    .flatMap((value) =>
      value.type.kind === 'vector'
        ? Array.from({ length: countOf(value.type) }, (_, n) => part(scope, instruction, value, n))
        : [value],
    );
}

const MAX_PARTS = 4096;

const construct: SpirvRule = (scope, instruction) => {
  const type = scope.resultType(instruction);
  const parts = type.kind === 'vector' ? flattened(scope, instruction) : scope.operands(instruction);
  const count = type.kind === 'struct' ? type.members.length : type.kind === 'array' ? type.count : countOf(type);
  scope.need(type.kind === 'vector' || isAggregate(type), instruction, 'the type has no parts');
  scope.need(parts.length === count && count <= MAX_PARTS, instruction, `${parts.length} parts instead of ${count}`);
  let value: SpirvValue = { type, text: 'poison' };
  parts.forEach((own, n) => {
    const expected = partAt(scope, instruction, type, n);
    scope.need(isSameType(own.type, expected), instruction, `part ${n + 1} is of another type`);
    value = replaced(scope, value, own, n);
  });
  scope.set(instruction, parts.length === 0 ? { type, text: 'zeroinitializer' } : value);
};

const NO_COMPONENT = 0xffff_ffff;

const shuffle: SpirvRule = (scope, instruction) => {
  const [a, b] = [scope.operand(instruction, 0), scope.operand(instruction, 1)];
  const type = scope.resultType(instruction);
  if (a.type.kind !== 'vector' || b.type.kind !== 'vector' || type.kind !== 'vector')
    throw scope.fail(instruction, 'operands that are no vectors');
  const element = isSameType(a.type.element, b.type.element) && isSameType(a.type.element, type.element);
  const components = literals(instruction, 2);
  scope.need(element && components.length === type.count, instruction, 'vectors of other types');
  const total = a.type.count + b.type.count;
  for (const index of components)
    scope.need(index < total || index === NO_COMPONENT, instruction, `component ${index} does not exist`);
  const mask = components.map((index) => (index === NO_COMPONENT ? 'i32 poison' : `i32 ${wideIndex(index, a, b)}`));
  const [first, second] = sameLength(scope, a, b);
  const own = irType(first.type);
  const text = `shufflevector ${own} ${first.text}, ${own} ${second.text}, <${components.length} x i32> <${mask.join(', ')}>`;
  scope.define(instruction, text);
};

/** A component's index after both vectors have got the length of the longer one. */
function wideIndex(index: number, a: SpirvValue, b: SpirvValue): number {
  const [first, second] = [countOf(a.type), countOf(b.type)];
  return index < first ? index : index - first + Math.max(first, second);
}

function sameLength(scope: SpirvScope, a: SpirvValue, b: SpirvValue): [SpirvValue, SpirvValue] {
  const count = Math.max(countOf(a.type), countOf(b.type));
  const widened = (value: SpirvValue): SpirvValue => {
    const { type } = value;
    if (type.kind !== 'vector' || type.count === count) return value;
    const mask = Array.from({ length: count }, (_, n) => (n < type.count ? `i32 ${n}` : 'i32 poison')).join(', ');
    const own = irType(type);
    const text = `shufflevector ${own} ${value.text}, ${own} poison, <${count} x i32> <${mask}>`;
    return { type: { ...type, count }, text: scope.emit(text) };
  };
  return [widened(a), widened(b)];
}

const extractDynamic: SpirvRule = (scope, instruction) => {
  const [vector, index] = [scope.operand(instruction, 0), scope.operand(instruction, 1)];
  scope.need(vector.type.kind === 'vector' && index.type.kind === 'int', instruction, 'operands of other types');
  const text = `extractelement ${irType(vector.type)} ${vector.text}, ${irType(index.type)} ${index.text}`;
  const own = vector.type.kind === 'vector' ? vector.type.element : vector.type;
  scope.set(instruction, { type: own, text: scope.emit(text) });
};

const insertDynamic: SpirvRule = (scope, instruction) => {
  const [vector, object, index] = [0, 1, 2].map((n) => scope.operand(instruction, n)) as [
    SpirvValue,
    SpirvValue,
    SpirvValue,
  ];
  const fits =
    vector.type.kind === 'vector' && isSameType(vector.type.element, object.type) && index.type.kind === 'int';
  scope.need(fits, instruction, 'operands of other types');
  const whole = `${irType(vector.type)} ${vector.text}`;
  const text = `insertelement ${whole}, ${irType(object.type)} ${object.text}, ${irType(index.type)} ${index.text}`;
  scope.set(instruction, { type: vector.type, text: scope.emit(text) });
};

const copyObject: SpirvRule = (scope, instruction) => scope.set(instruction, scope.operand(instruction, 0));

export const COMPOSITE_RULES: Readonly<Record<string, SpirvRule>> = {
  CompositeExtract: extract,
  CompositeInsert: insert,
  CompositeConstruct: construct,
  VectorShuffle: shuffle,
  VectorExtractDynamic: extractDynamic,
  VectorInsertDynamic: insertDynamic,
  CopyObject: copyObject,
  ExpectKHR: copyObject,
};
