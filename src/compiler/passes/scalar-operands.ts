// Operands of inline assembly that have to be in SGPRs, in LLVM IR text. Without optimisation the descriptors of images
// go through private memory, and all versions of LLVM load such vectors into VGPRs: the assembler refuses them. Each
// word is read from the first active lane before the assembly, as in optimised code.

import { assemblyLine, readAssembly } from '../ir/assembly.js';
import type { IrInstruction } from '../ir/instruction.js';
import { readOperand } from '../ir/operand.js';
import { vectorShape } from '../ir/type-text.js';
import { type IrPass, onInstructions } from './pass.js';

/** The constraint of an operand in SGPRs. */
const SCALAR = 's';
const isInput = (constraint: string): boolean => !constraint.startsWith('=') && !constraint.startsWith('~');

/** The constraints of arguments, in order; undefined if an output is an argument, too. */
const inputConstraints = (constraints: readonly string[]): readonly string[] | undefined =>
  constraints.some((constraint) => constraint.includes('*')) ? undefined : constraints.filter(isInput);

/** Lines that make a vector of the first active lane's words. @param name also the prefix of its elements' names */
function readFirstLane(name: string, count: number, value: string): string[] {
  const type = `<${count} x i32>`;
  return Array.from({ length: count }, (_, i) => [
    `  ${name}.e${i} = extractelement ${type} ${value}, i32 ${i}`,
    `  ${name}.s${i} = call i32 asm "v_readfirstlane_b32 $0, $1", "=s,v"(i32 ${name}.e${i})`,
    `  ${i === count - 1 ? name : `${name}.v${i}`} = insertelement ${type} ${
      i === 0 ? 'undef' : `${name}.v${i - 1}`
    }, i32 ${name}.s${i}, i32 ${i}`,
  ]).flat();
}

/** @param nextName makes names of values */
function repaired({ line }: IrInstruction, nextName: () => string): readonly string[] | undefined {
  const assembly = readAssembly(line);
  const constraints = assembly && inputConstraints(assembly.constraints);
  if (!assembly || !constraints?.includes(SCALAR)) return undefined;
  const added: string[] = [];
  const operands = assembly.arguments.map((operand, i) => {
    const { type, value } = readOperand(operand);
    const shape = vectorShape(type);
    if (constraints[i] !== SCALAR || shape?.element !== 'i32') return operand;
    const name = nextName();
    added.push(...readFirstLane(name, shape.count, value));
    return `${type} ${name}`;
  });
  return added.length === 0 ? undefined : [...added, assemblyLine({ ...assembly, arguments: operands })];
}

/** Vectors of words that inline assembly reads from SGPRs are put there. Only for code without optimisation. */
export const scalarOperands: IrPass = {
  name: 'scalars',
  affects: 'all',
  bug: 'instruction selection without optimisation: vectors loaded from private memory are in VGPRs',
  run: onInstructions(() => {
    let count = 0;
    return () => (instruction) => repaired(instruction, () => `%atoll.scalar.${count++}`);
  }),
};
