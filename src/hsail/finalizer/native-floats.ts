// Rules of fast floats with the machine's accuracy, and of media operations.

import type { HsailInstruction, Rule, RuleTable } from './instruction.js';
import { fromParts, partAt } from './parts.js';
import { valueType } from './shapes.js';

const native =
  (name: string): Rule =>
  (instruction) => {
    const { type, out } = instruction;
    const own = valueType(type);
    instruction.write(out.call(own, `${name}.${type}`, ...instruction.sources().map((value) => `${own} ${value}`)));
  };

/** The machine takes turns, of which it needs the fraction; 1/2π as a double that is a float, as LLVM writes it. */
const TURNS_IN_RADIAN = '0x3FC45F3060000000';

const turning =
  (name: string): Rule =>
  (instruction) => {
    const { out } = instruction;
    const turns = out.value(`fmul float ${instruction.read(1)}, ${TURNS_IN_RADIAN}`);
    const fraction = out.call('float', 'llvm.amdgcn.fract.f32', `float ${turns}`);
    instruction.write(out.call('float', `${name}.f32`, `float ${fraction}`));
  };

/** The sum of the differences of parts. */
function differences(instruction: HsailInstruction, type: string, [a, b]: readonly string[]): string {
  const { out } = instruction;
  const width = type === 'u32' ? 32 : type === 'u16x2' ? 16 : 8;
  const partOf = (whole: string, index: number): string =>
    out.value(`and i32 ${out.value(`lshr i32 ${whole}, ${index * width}`)}, ${2 ** width - 1}`);
  return Array.from({ length: 32 / width }, (_, index) => index).reduce((sum, index) => {
    const [x, y] = [partOf(a!, index), partOf(b!, index)];
    const larger = out.call('i32', 'llvm.umax.i32', `i32 ${x}`, `i32 ${y}`);
    const smaller = out.call('i32', 'llvm.umin.i32', `i32 ${x}`, `i32 ${y}`);
    return out.value(`add i32 ${sum}, ${out.value(`sub i32 ${larger}, ${smaller}`)}`);
  }, '0');
}

const sad: Rule = (instruction) => {
  const { out, sourceType, scope, name } = instruction;
  const [a, b, added] = instruction.operands.slice(1).map((operand) => scope.readBits(operand, 'b32'));
  const sum = differences(instruction, sourceType, [a!, b!]);
  const placed = name === 'sadhi' ? out.value(`shl i32 ${sum}, 16`) : sum;
  scope.write(instruction.operand(0), 'b32', out.value(`add i32 ${placed}, ${added}`));
};

/** Averages of bytes, rounded up where the third operand has a one. */
const lerp: Rule = (instruction) => {
  const { out, scope } = instruction;
  const [a, b, c] = instruction.operands.slice(1).map((operand) => scope.readBits(operand, 'b32'));
  const parts = [0, 1, 2, 3].map((index) => {
    const [x, y, z] = [a!, b!, c!].map((whole) => {
      const part = partAt(scope, 'u8x4', whole, index);
      return out.value(`zext i8 ${part} to i32`);
    });
    const sum = out.value(`add i32 ${out.value(`add i32 ${x}, ${y}`)}, ${out.value(`and i32 ${z}, 1`)}`);
    return out.value(`trunc i32 ${out.value(`lshr i32 ${sum}, 1`)} to i8`);
  });
  scope.write(instruction.operand(0), 'b32', fromParts(scope, 'u8x4', parts));
};

const packcvt: Rule = (instruction) => {
  const { out, scope } = instruction;
  const parts = instruction.sources().map((value) => {
    const whole = out.call('float', 'llvm.roundeven.f32', `float ${value}`);
    return out.call('i8', 'llvm.fptoui.sat.i8.f32', `float ${whole}`);
  });
  scope.write(instruction.operand(0), 'b32', fromParts(scope, 'u8x4', parts));
};

const unpackcvt: Rule = (instruction) => {
  const { out, scope } = instruction;
  const whole = scope.readBits(instruction.operand(1), 'b32');
  const part = partAt(scope, 'u8x4', whole, instruction.constant(2) & 3);
  instruction.write(out.value(`uitofp i8 ${part} to float`));
};

export const NATIVE_RULES: RuleTable = {
  nsin: turning('llvm.amdgcn.sin'),
  ncos: turning('llvm.amdgcn.cos'),
  nexp2: native('llvm.amdgcn.exp2'),
  nlog2: native('llvm.amdgcn.log'),
  nrcp: native('llvm.amdgcn.rcp'),
  nrsqrt: native('llvm.amdgcn.rsq'),
  nsqrt: native('llvm.amdgcn.sqrt'),
  nfma: native('llvm.fma'),
  sad,
  sadhi: sad,
  lerp,
  packcvt,
  unpackcvt,
};
