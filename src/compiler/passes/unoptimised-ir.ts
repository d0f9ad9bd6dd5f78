// The passes before any optimisation, in order: for output of clang's front end that its back end cannot compile for
// this target.

import { aliases } from './aliases.js';
import { allCalls, genericPointers } from './forced-inlining.js';
import { inlineDefinitions } from './inline-definitions.js';
import { type IrPass, runAll } from './pass.js';
import { privateInitialisers } from './private-initialisers.js';
import { hasProgramVariables, invariantCasts, programVariables } from './program-variables.js';

/**
 * Whether optimised IR shows that the unoptimised text needs repair: variables of private or global memory, functions
 * without bodies.
 */
export const needsRepair = (irText: string): boolean =>
  /^@.* addrspace\(5\) (?:global|constant) /m.test(irText) ||
  hasProgramVariables(irText) ||
  /^declare .*@(?!llvm\.)/m.test(irText);

/** Without the last pass, which forces inlining as far as a build needs it. */
export const UNOPTIMISED_IR_PASSES: readonly IrPass[] = [
  inlineDefinitions,
  programVariables,
  invariantCasts,
  privateInitialisers,
  aliases,
];

export interface RepairOptions {
  /** Every call is inlined, also of functions with `noinline`. */
  readonly inlineAll: boolean;
}

/** The repaired input text of optimisation. */
export const repairIr = (text: string, { inlineAll }: RepairOptions): string =>
  runAll([...UNOPTIMISED_IR_PASSES, inlineAll ? allCalls : genericPointers], text);
