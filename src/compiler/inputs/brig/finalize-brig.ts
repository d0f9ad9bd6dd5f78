// BRIG modules to a code object for a chip.

import type { Chip } from '../../../chips/chip.js';
import type { BrigModule } from '../../../hsail/brig/module.js';
import { finalizeModules } from '../../../hsail/finalizer/finalize.js';
import { IrProgram } from '../../../hsail/finalizer/ir-program.js';
import { AtollError } from '../../../util/errors.js';
import { findToolchain } from '../../clang/toolchain.js';
import { compileForHsa } from '../../code-object/hsa-codegen.js';

export interface FinalizedProgram {
  readonly codeObject: Uint8Array;
  readonly kernels: readonly string[];
  readonly ir: string;
}

/** The chips that HSA's loader has code objects for, and whose instructions the finalizer uses. */
export function assertFinalizable({ id, kfd }: Chip): void {
  if (kfd === undefined)
    throw new AtollError(
      'UNSUPPORTED',
      `BRIG is not finalized for the chip ${id}, which HSA's runtime does not have`,
      'Choose another one: atoll chip list',
    );
}

/**
 * @param clang path or name of the compiler; the best installed one by default
 * @throws AtollError UNSUPPORTED naming module and place, TOOLCHAIN without a compiler
 */
export async function finalizeBrig(
  modules: readonly BrigModule[],
  chip: Chip,
  clang: string | undefined,
): Promise<FinalizedProgram> {
  assertFinalizable(chip);
  const program = new IrProgram(chip.target);
  const kernels = finalizeModules(program, modules);
  const report = findToolchain(clang);
  if (report.toolchain === undefined)
    throw new AtollError('TOOLCHAIN', `no compiler: ${report.text}`, `Install it with: ${report.fix}`);
  const ir = program.text();
  const codeObject = await compileForHsa(ir, { toolchain: report.toolchain, processor: chip.target });
  return { codeObject, kernels, ir };
}
