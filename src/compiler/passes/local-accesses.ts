// Functions in LLVM IR text with a thousand accesses to local memory and more. Chips before GFX9 set M0 before each,
// and all versions of LLVM ('SI Fix SGPR copies') compare all pairs of these to merge them: minutes for a hash with
// unrolled tables.

import type { IrInstruction } from '../ir/instruction.js';
import { type IrFunction, type IrTextModule, instructionsOf } from '../ir/module.js';
import { typedPointer } from '../ir/typed-values.js';

const LOCAL = 3;
const ACCESSES: readonly string[] = ['load', 'store', 'atomicrmw', 'cmpxchg'];

/** Instructions that the comparison of all pairs may visit: 1000 accesses in 6000 instructions take five seconds. */
const MAX_VISITS = 4e9;

const accessesLocal = ({ line, opcode, operands }: IrInstruction): boolean =>
  line.includes('addrspace(3)') &&
  ACCESSES.includes(opcode) &&
  operands.some((operand) => typedPointer(operand).space === LOCAL);

function visitsOf(one: IrFunction): number {
  const instructions = [...instructionsOf(one)];
  return instructions.filter(accessesLocal).length ** 2 * instructions.length;
}

/** True if a function of a module has too many accesses to local memory for LLVM to merge what sets M0. */
export const hasManyLocalAccesses = ({ parts }: IrTextModule): boolean =>
  parts.some((part) => part.kind === 'function' && visitsOf(part) > MAX_VISITS);

/** Arguments of clang that leave M0 to be set before each access. */
export const UNMERGED: readonly string[] = ['-mllvm', '-amdgpu-enable-merge-m0=0'];
