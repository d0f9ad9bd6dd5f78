// Addresses of atomic operations on global memory. clang 22 crashes in "SI Fix SGPR copies" where a quotient by a
// constant that is the same for all work-items is part of such an address in another block
// (test/compiler/executed/quotient-in-loop.cl). Addresses in VGPRs need no such copies.

import type { IrInstruction } from '../ir/instruction.js';
import { opaqueCopy } from '../ir/opaque-copy.js';
import { isLocalName } from '../ir/operand.js';
import { type IrPass, onInstructions } from './pass.js';

const ATOMIC: readonly string[] = ['atomicrmw', 'cmpxchg'];
const POINTER = 'ptr addrspace(1)';

/** The address of an atomic operation on global memory, if it is a value. */
function addressOf(instruction: IrInstruction): string | undefined {
  const [address] = ATOMIC.includes(instruction.opcode) ? instruction.typedOperands : [];
  return address?.type === POINTER && isLocalName(address.value) ? address.value : undefined;
}

/** Moves addresses to VGPRs. For a failed compilation, not for each one: opaque addresses cost instructions. */
export const atomicAddresses: IrPass = {
  name: 'atomic-addresses',
  affects: 'all',
  bug: "'SI Fix SGPR copies'",
  run: onInstructions(() => {
    let count = 0;
    return () => (instruction) => {
      const address = addressOf(instruction);
      if (address === undefined) return undefined;
      const moved = `%atoll.address.${count++}`;
      const changed = instruction.line.replace(`${POINTER} ${address},`, () => `${POINTER} ${moved},`);
      return [...opaqueCopy(moved, POINTER, address, moved), changed];
    };
  }),
};
