// Marks for `atoll check` at atomics that read and change nothing: `atomic_add(p, 0)`, which is how OpenCL 1.2 loads
// atomically. All versions of LLVM make loads of them that look like volatile ones. Builds for a check only.

import { CHECK_MARKS } from '../../abi/check-marks.js';
import type { IrInstruction } from '../ir/instruction.js';
import { type IrPass, onInstructions } from './pass.js';

const UNCHANGING: readonly (string | undefined)[] = ['add', 'sub', 'or', 'xor'];
const WORDS: readonly string[] = ['i32', 'i64'];
const MARK = `  call void asm sideeffect "s_nop ${CHECK_MARKS.atomicLoad}", "~{memory}"()`;

function isLoad(instruction: IrInstruction): boolean {
  if (instruction.opcode === 'load') return instruction.hasFlag('atomic');
  const [, operand] = UNCHANGING.includes(instruction.operation) ? instruction.typedOperands : [];
  return operand !== undefined && operand.value === '0' && WORDS.includes(operand.type);
}

export const atomicLoadMarks: IrPass = {
  name: 'atomic-load-marks',
  affects: 'all',
  bug: 'AtomicExpand lowers read-modify-writes that change nothing to loads',
  run: onInstructions(() => () => (instruction) => (isLoad(instruction) ? [MARK, ...instruction.lines] : undefined)),
};
