// Addresses of atomic operations on global memory. clang 22 crashes in "SI Fix SGPR copies" where a quotient by a
// constant that is the same for all work-items is part of such an address in another block
// (test/compiler/executed/quotient-in-loop.cl). Addresses in VGPRs need no such copies.

import type { IrInstruction } from '../ir/instruction.js';
import { opaqueCopy } from '../ir/opaque-copy.js';
import { type IrPass, onInstructions } from './pass.js';

const ATOMIC: readonly string[] = ['atomicrmw', 'cmpxchg'];
const POINTER = 'ptr addrspace(1)';

/** The address of an atomic operation, if it is a value: the first operand, behind the operation's words. */
function addressOf({ opcode, operands: [first = ''] }: IrInstruction): string | undefined {
  if (!ATOMIC.includes(opcode)) return undefined;
  const [, address] = first.split(`${POINTER} `);
  return address?.startsWith('%') ? address : undefined;
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
