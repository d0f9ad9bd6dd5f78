// The passes before any optimisation, in their order: over what clang's front end makes for this target and its back
// end cannot compile.

import { aliases } from './aliases.js';
import { allCalls, genericPointers } from './forced-inlining.js';
import { inlineDefinitions } from './inline-definitions.js';
import { type IrPass, runAll } from './pass.js';
import { privateInitialisers } from './private-initialisers.js';
import { hasProgramVariables, invariantCasts, programVariables } from './program-variables.js';

/**
 * Whether optimised IR shows that the text before it has to be repaired: variables of private or global memory,
 * functions without bodies.
 */
export const needsRepair = (irText: string): boolean =>
  /^@.* addrspace\(5\) (?:global|constant) /m.test(irText) ||
  hasProgramVariables(irText) ||
  /^declare .*@(?!llvm\.)/m.test(irText);

/** The last one demands that functions are inlined, as far as a build needs it. */
export const UNOPTIMISED_IR_PASSES: readonly IrPass[] = [
  inlineDefinitions,
  programVariables,
  invariantCasts,
  privateInitialisers,
  aliases,
];

export interface RepairOptions {
  /** Every call is inlined, also of functions that ask not to be. */
  readonly inlineAll: boolean;
}

/** The text as it is to be optimised. */
export const repairIr = (text: string, { inlineAll }: RepairOptions): string =>
  runAll([...UNOPTIMISED_IR_PASSES, inlineAll ? allCalls : genericPointers], text);
