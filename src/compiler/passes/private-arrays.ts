// Private arrays in LLVM IR text that LLVM must not keep in vectors: an element is an index into its own array
// (`a[a[i]]`), or the whole array is stored after it was loaded. LLVM's pass 'AMDGPU Promote Alloca' then uses values
// that it has replaced and freed (versions: `vectors` in src/setup/clang-versions.json).
import type { IrInstruction } from '../ir/instruction.js';
import { type IrFunction, type IrTextModule, instructionsOf } from '../ir/module.js';
import { untyped } from '../ir/operand.js';
import { typedPointer } from '../ir/typed-values.js';
import { layoutOf, readType } from '../ir/types.js';

const PRIVATE = 5;
const CASTS: readonly string[] = ['sext', 'zext', 'trunc', 'bitcast'];

/** Bytes of a type without names; undefined for others. */
function sizeOf(text: string): number | undefined {
  const type = text.includes('%') ? undefined : readType(text);
  return type && layoutOf(type, new Map()).size;
}

/** The value of a pointer to private memory; undefined for other operands. */
function privatePointer(operand: string): string | undefined {
  const { space, value } = typedPointer(operand);
  return space === PRIVATE ? value : undefined;
}

/** Addresses in private arrays of a function, and values loaded from there. */
class PrivateArrays {
  private readonly addresses = new Set<string>();
  private readonly loaded = new Set<string>();
  private readonly sizes = new Set<number | undefined>();

  /** True if an instruction is an access that LLVM miscompiles, by those before it. */
  isHazard(instruction: IrInstruction): boolean {
    const { result, opcode } = instruction;
    if (opcode === 'store') return this.isStore(instruction);
    if (result === undefined) return false;
    if (opcode === 'alloca') this.alloca(result, instruction);
    if (opcode === 'load') this.load(result, instruction);
    if (opcode === 'freeze' && instruction.values.some((value) => this.loaded.has(value))) this.loaded.add(result);
    if (CASTS.includes(opcode)) this.cast(result, instruction);
    return opcode === 'getelementptr' && this.isIndexed(result, instruction);
  }

  private alloca(name: string, { operands: [type = ''] }: IrInstruction): void {
    this.addresses.add(name);
    this.sizes.add(sizeOf(type));
  }

  private load(name: string, { operands: [, pointer = ''] }: IrInstruction): void {
    if (this.addresses.has(privatePointer(pointer) ?? '')) this.loaded.add(name);
  }

  private cast(name: string, instruction: IrInstruction): void {
    const value = instruction.cast?.value ?? '';
    if (this.loaded.has(value)) this.loaded.add(name);
    if (instruction.opcode === 'bitcast' && this.addresses.has(value)) this.addresses.add(name);
  }

  private isIndexed(name: string, { operands: [, base = '', ...indices] }: IrInstruction): boolean {
    if (!this.addresses.has(untyped(base))) return false;
    this.addresses.add(name);
    return indices.some((index) => this.loaded.has(untyped(index)));
  }

  private isStore({ operands: [stored = '', pointer = ''] }: IrInstruction): boolean {
    const value = untyped(stored);
    if (!this.loaded.has(value) || !this.addresses.has(privatePointer(pointer) ?? '')) return false;
    return this.sizes.has(sizeOf(stored.slice(0, stored.length - value.length)));
  }
}

/** True if a function keeps a private array that must stay in memory. Blocks are not in the order of dominance. */
function isHazard(one: IrFunction): boolean {
  const instructions = [...instructionsOf(one)];
  if (!instructions.some(({ line }) => line.includes(' = alloca '))) return false;
  const arrays = new PrivateArrays();
  return [...instructions, ...instructions].filter((instruction) => arrays.isHazard(instruction)).length > 0;
}

/** True if a module has private arrays that must stay in memory. */
export const mustStayInMemory = ({ parts }: IrTextModule): boolean =>
  parts.some((part) => part.kind === 'function' && isHazard(part));

/** Arguments of clang that keep private arrays out of vectors. */
export const IN_MEMORY: readonly string[] = ['-mllvm', '-disable-promote-alloca-to-vector'];
