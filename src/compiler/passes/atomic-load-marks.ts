// Marks for `atoll check` at atomics that read and change nothing: `atomic_add(p, 0)`, which is how OpenCL 1.2 loads
// atomically. LLVM makes loads of them that look like volatile ones. Builds for a check only.

import { CHECK_MARKS } from '../../abi/check-marks.js';
import { type IrPass, onInstructions } from './pass.js';

const ATOMIC_LOAD = /^(?:load atomic |atomicrmw (?:volatile )?(?:add|sub|or|xor) .*, i(?:32|64) 0 )/;
const MARK = `  call void asm sideeffect "s_nop ${CHECK_MARKS.atomicLoad}", "~{memory}"()`;

export const atomicLoadMarks: IrPass = {
  name: 'atomic-load-marks',
  affects: 'all',
  bug: 'AtomicExpand lowers read-modify-writes that change nothing to loads',
  run: onInstructions(
    () => () => (instruction) => (ATOMIC_LOAD.test(instruction.text) ? [MARK, ...instruction.lines] : undefined),
  ),
};
