// Permitted inaccuracy of quotients and roots in LLVM IR text (`!fpmath`), by which all versions of LLVM select shorter
// code: removed for a compilation with exact rounding.

import { type IrPass, onInstructions } from './pass.js';

const ACCURACY = 'fpmath';

export const exactRounding: IrPass = {
  name: 'exact-rounding',
  affects: 'all',
  bug: 'selection of v_rcp_f32 and v_sqrt_f32 for operations with !fpmath',
  run: onInstructions(() => () => (instruction) => {
    const line = instruction.withoutMetadata(ACCURACY);
    return line === instruction.line ? undefined : [line, ...instruction.lines.slice(1)];
  }),
};
