// Negations of vectors in LLVM IR text, element by element, as the GPU computes them. clang 19 to 22 lose those of all
// elements but the last one if the vector is composed as integers, `-as_float3(select(a, b, c))`: their instruction
// selection treats it as a double, with a sign only in the upper word (AMDGPUTargetLowering::performFNegCombine). No
// flag disables that; the instructions are the same.
import type { IrInstruction } from '../ir/instruction.js';
import { vectorShape } from '../ir/type-text.js';
import { onInstructions, versionPass } from './pass.js';

const FLOATS: readonly string[] = ['float', 'double'];

/** Lines that negate each element of a vector; undefined for other instructions. */
function elementwise(negation: IrInstruction, own: string): string[] | undefined {
  const { result, opcode, flags, type, attached } = negation;
  const shape = opcode === 'fneg' ? vectorShape(type) : undefined;
  if (!shape || !FLOATS.includes(shape.element)) return undefined;
  const { count, element } = shape;
  const [operand] = negation.values;
  const last = count - 1;
  return Array.from({ length: last + 1 }, (_, i) => [
    `  ${own}.e${i} = extractelement ${type} ${operand}, i32 ${i}`,
    `  ${own}.n${i} = fneg ${flags}${element} ${own}.e${i}${attached}`,
    `  ${i === last ? result : `${own}.v${i}`} = insertelement ${type} ${i === 0 ? 'undef' : `${own}.v${i - 1}`}, ${element} ${own}.n${i}, i32 ${i}`,
  ]).flat();
}

/** Splits negations of vectors into elements. */
export const vectorNegations = versionPass(
  'negations',
  'AMDGPUTargetLowering::performFNegCombine',
  onInstructions(() => {
    let count = 0;
    return () => (instruction) => {
      const lines = elementwise(instruction, `%atoll.negated.${count}`);
      if (lines) count++;
      return lines;
    };
  }),
);
