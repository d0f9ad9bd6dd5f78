// Registers that functions of LLVM's AMDGPU back end preserve for their callers. Source: LLVM's "User Guide for AMDGPU
// Backend", Non-Kernel Functions; SGPRs alternate between both kinds in groups since version 21.
import type { RegisterRange } from '../../isa/accesses.js';

/** The pair with the return address. */
export const RETURN_ADDRESS = 30;
const STACK_POINTER = 32;
const FIRST_VGPR = 40;
const LAST_SGPR = 103;
const GROUP = 8;
const STRIPED_SINCE = 21;

const isSecondGroup = (index: number): boolean => Math.floor(index / GROUP) % 2 === 0;

/**
 * True if a function preserves a register, or returns through it.
 * @param version of LLVM; 0 if unknown: only registers preserved by all versions count
 */
export function isPreserved(bank: RegisterRange['bank'], index: number, version: number): boolean {
  if (bank === 'vgpr') return index >= FIRST_VGPR && Math.floor(index / GROUP) % 2 === 1;
  if (index < RETURN_ADDRESS || index > LAST_SGPR || index === STACK_POINTER) return false;
  if (version > 0 && version < STRIPED_SINCE) return true;
  return index < FIRST_VGPR || isSecondGroup(index);
}
