// Operands of inline assembly that have to be in SGPRs, in LLVM IR text. Without optimisation the descriptors of images
// go through private memory, and LLVM loads such vectors into VGPRs: the assembler refuses them. Each word is read from
// the first active lane before the assembly, as in optimised code.

import type { IrInstruction } from '../ir/instruction.js';
import { closingParenthesis, splitOperands } from '../ir/lexical.js';
import { type IrPass, onInstructions } from './pass.js';

const ASSEMBLY = /\basm (?:(?:sideeffect|alignstack|inteldialect|unwind) )*"[^"]*", "([^"]*)"\(/;
const WORDS = /^<(\d+) x i32> (.*)$/;

/** The constraints of arguments, in order; undefined if an output is an argument, too. */
function inputConstraints(text: string): string[] | undefined {
  const constraints = text.split(',');
  if (constraints.some((constraint) => constraint.includes('*'))) return undefined;
  return constraints.filter((constraint) => !/^[=~]/.test(constraint));
}

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
function repaired({ opcode, line }: IrInstruction, nextName: () => string): readonly string[] | undefined {
  const match = opcode === 'call' ? ASSEMBLY.exec(line) : null;
  const constraints = match ? inputConstraints(match[1]!) : undefined;
  if (!match || !constraints?.includes('s')) return undefined;
  const open = match.index + match[0].length - 1;
  const close = closingParenthesis(line, open);
  const added: string[] = [];
  const operands = splitOperands(line.slice(open + 1, close)).map((operand, i) => {
    const [, count, value] = WORDS.exec(operand) ?? [];
    if (constraints[i] !== 's' || count === undefined) return operand;
    const name = nextName();
    added.push(...readFirstLane(name, Number(count), value!));
    return `<${count} x i32> ${name}`;
  });
  return added.length === 0
    ? undefined
    : [...added, `${line.slice(0, open + 1)}${operands.join(', ')}${line.slice(close)}`];
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
