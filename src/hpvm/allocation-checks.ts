// Checks of allocation nodes.

import { isInteger } from '../compiler/ir/constants.js';
import type { Target } from '../dataflow/graph.js';
import type { ProblemReport } from './declarations.js';
import type { HpvmFunction, HpvmModule } from './module.js';

/** Bytes of LDS that a work-group can have, on all chips. */
const MAX_LDS_BYTES = 32_768;

export function checkAllocation(
  module: HpvmModule,
  code: HpvmFunction,
  target: Target | undefined,
  report: ProblemReport,
): void {
  const calls = code.calls.filter(({ kind }) => kind === 'malloc');
  const second = calls[1];
  if (second) report('a second __hpvm__malloc: a node makes one allocation', module.placeOf(second.instruction));
  for (const { operands, instruction } of calls) {
    const bytes = operands[0]?.value ?? '';
    if (target !== 'cpu' && isInteger(bytes) && BigInt(bytes) > MAX_LDS_BYTES)
      report(
        `__hpvm__malloc of ${bytes} bytes: the LDS of GPUs has ${MAX_LDS_BYTES}`,
        module.placeOf(instruction) ?? code.place,
      );
  }
}
