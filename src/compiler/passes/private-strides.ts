// Private variables in LLVM IR text that LLVM must not move to local memory: their size is not a multiple of their
// alignment, as of `struct { uchar a, b[5]; }` with align 4. LLVM places those of all work-items contiguously, so that
// most do not have the alignment of their loads and stores (versions: `strides` in src/setup/clang-versions.json).
import type { IrInstruction } from '../ir/instruction.js';
import { type IrTextModule, instructionsOf } from '../ir/module.js';
import { namedTypes } from '../ir/typed-values.js';
import { type IrType, layoutOf, readType } from '../ir/types.js';

const ALIGNMENT = 'align ';

function isUneven({ operands: [allocated = '', ...rest] }: IrInstruction, named: ReadonlyMap<string, IrType>): boolean {
  const alignment = rest.find((operand) => operand.startsWith(ALIGNMENT));
  const type = rest.includes('addrspace(5)') ? readType(allocated) : undefined;
  if (type === undefined || alignment === undefined) return false;
  return layoutOf(type, named).size % Number(alignment.slice(ALIGNMENT.length)) !== 0;
}

/** True if a module has variables that LLVM must not move to local memory. */
export function isStrideUneven(module: IrTextModule): boolean {
  const functions = module.parts.filter((part) => part.kind === 'function');
  const allocas = functions
    .flatMap((one) => [...instructionsOf(one)])
    .filter(({ line }) => line.includes(' = alloca '));
  if (allocas.length === 0) return false;
  const named = namedTypes(module);
  return allocas.some((instruction) => isUneven(instruction, named));
}

/** Arguments of clang that keep private variables out of local memory. */
export const NOT_LOCAL: readonly string[] = ['-mllvm', '-disable-promote-alloca-to-lds'];
