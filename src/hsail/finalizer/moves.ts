// Rules of copies, and of packed values that are put together and taken apart.

import type { HsailInstruction, Rule, RuleTable } from './instruction.js';
import { fromParts, partAt, partCount } from './parts.js';
import { bitsOf, integerOf, isFloatName, isPackedName, isSignedName, shapeOf, valueType } from './shapes.js';

const wholeName = (type: string): string => `b${shapeOf(type).bits}`;

/** The parts of operands as one list. */
const partsOf = (instruction: HsailInstruction, type: string, index: number): string[] => {
  const whole = instruction.scope.readBits(instruction.operand(index), type);
  return Array.from({ length: partCount(type) }, (_, part) => partAt(instruction.scope, type, whole, part));
};

const writeParts = ({ scope, type, operands }: HsailInstruction, parts: readonly string[]): void =>
  scope.write(operands[0]!, wholeName(type), fromParts(scope, type, parts));

const cmov: Rule = (instruction) => {
  const { type, out, scope } = instruction;
  if (!isPackedName(type)) {
    const own = valueType(type);
    const [condition, a, b] = instruction.sources();
    return instruction.write(out.value(`select i1 ${condition}, ${own} ${a}, ${own} ${b}`));
  }
  const { bits, parts, part } = shapeOf(type);
  const width = bits / parts;
  const conditions = partsOf(instruction, instruction.typeOf(1), 1);
  const [first, second] = [partsOf(instruction, type, 2), partsOf(instruction, type, 3)];
  const own = valueType(part);
  const results = conditions.map((condition, index) => {
    const isSet = out.value(`icmp ne i${width} ${condition}, 0`);
    return out.value(`select i1 ${isSet}, ${own} ${first[index]}, ${own} ${second[index]}`);
  });
  return scope.write(instruction.operand(0), wholeName(type), fromParts(scope, type, results));
};

const combine: Rule = (instruction) => {
  const { type, sourceType, out, scope } = instruction;
  const [own, width] = [integerOf(type), bitsOf(sourceType)];
  const whole = instruction.elements(1).reduce((sum, element, index) => {
    const wide = out.value(`zext i${width} ${scope.readBits(element, sourceType)} to ${own}`);
    return out.value(`or ${own} ${sum}, ${out.value(`shl ${own} ${wide}, ${index * width}`)}`);
  }, '0');
  instruction.write(whole);
};

const expand: Rule = (instruction) => {
  const { type, sourceType, out, scope } = instruction;
  const own = integerOf(sourceType);
  const whole = scope.readBits(instruction.operand(1), sourceType);
  const values = instruction.elements(0).map((_, index) => {
    const shifted = out.value(`lshr ${own} ${whole}, ${index * bitsOf(type)}`);
    return out.value(`trunc ${own} ${shifted} to ${integerOf(type)}`);
  });
  instruction.elements(0).forEach((element, index) => {
    scope.write(element, type, values[index]!);
  });
};

/** The lower half of the result selects from the first operand, the upper one from the second. */
const shuffle: Rule = (instruction) => {
  const { type } = instruction;
  const count = partCount(type);
  const selector = instruction.constant(3);
  const width = Math.log2(count);
  const sources = [partsOf(instruction, type, 1), partsOf(instruction, type, 2)];
  const results = Array.from({ length: count }, (_, index) => {
    const source = sources[index < count / 2 ? 0 : 1]!;
    return source[(selector >>> (index * width)) & (count - 1)]!;
  });
  writeParts(instruction, results);
};

/** The halves of two operands alternate. */
const interleave: Rule = (instruction) => {
  const { type, name } = instruction;
  const half = partCount(type) / 2;
  const first = name === 'unpackhi' ? half : 0;
  const [a, b] = [partsOf(instruction, type, 1), partsOf(instruction, type, 2)];
  const results = Array.from({ length: half }, (_, index) => [a[first + index]!, b[first + index]!]).flat();
  writeParts(instruction, results);
};

/** The number of the first bit of a part. */
function placeOf({ out }: HsailInstruction, type: string, number: string): string {
  const { bits, parts } = shapeOf(type);
  const index = out.value(`and i32 ${number}, ${parts - 1}`);
  const place = out.value(`mul i32 ${index}, ${bits / parts}`);
  return bits === 32 ? place : out.value(`zext i32 ${place} to i${bits}`);
}

const pack: Rule = (instruction) => {
  const { type, sourceType, out, scope } = instruction;
  const { bits, parts } = shapeOf(type);
  const [own, width] = [`i${bits}`, bits / parts];
  const whole = scope.readBits(instruction.operand(1), type);
  const element = scope.readBits(instruction.operand(2), sourceType);
  const part =
    bitsOf(sourceType) === width ? element : out.value(`trunc ${integerOf(sourceType)} ${element} to i${width}`);
  const place = placeOf(instruction, type, instruction.read(3));
  const mask = out.value(`shl ${own} ${(1n << BigInt(width)) - 1n}, ${place}`);
  const kept = out.value(`and ${own} ${whole}, ${out.value(`xor ${own} ${mask}, -1`)}`);
  const placed = out.value(`shl ${own} ${out.value(`zext i${width} ${part} to ${own}`)}, ${place}`);
  scope.write(instruction.operand(0), wholeName(type), out.value(`or ${own} ${kept}, ${placed}`));
};

const unpack: Rule = (instruction) => {
  const { type, sourceType, out, scope } = instruction;
  const { bits, parts, part } = shapeOf(sourceType);
  const width = bits / parts;
  const whole = scope.readBits(instruction.operand(1), sourceType);
  const shifted = out.value(`lshr i${bits} ${whole}, ${placeOf(instruction, sourceType, instruction.read(2))}`);
  const low = out.value(`trunc i${bits} ${shifted} to i${width}`);
  if (isFloatName(part) || bitsOf(type) === width) return scope.write(instruction.operand(0), `b${width}`, low);
  const extension = isSignedName(part) ? 'sext' : 'zext';
  return instruction.write(out.value(`${extension} i${width} ${low} to ${integerOf(type)}`));
};

export const MOVE_RULES: RuleTable = {
  nop: () => {},
  mov: (instruction) => instruction.scope.write(instruction.operand(0), instruction.type, instruction.read(1)),
  cmov,
  combine,
  expand,
  shuffle,
  unpackhi: interleave,
  unpacklo: interleave,
  pack,
  unpack,
};
