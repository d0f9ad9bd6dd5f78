// The passes before any optimisation, in order: for output of clang's front end that its back end cannot compile for
// this target.

import { readHead } from '../ir/function-head.js';
import { addressSpaceOf, readGlobal } from '../ir/global.js';
import { type IrTextModule, outerLines } from '../ir/module.js';
import { aliases } from './aliases.js';
import { allCalls, genericPointers } from './forced-inlining.js';
import { inlineDefinitions } from './inline-definitions.js';
import { invariantCasts } from './invariant-casts.js';
import { type IrPass, runAll } from './pass.js';
import { privateInitialisers } from './private-initialisers.js';
import { hasProgramVariables, programVariables } from './program-variables.js';

/**
 * True if optimised IR shows that the unoptimised text needs repair: variables of private or global memory, functions
 * without bodies.
 */
export const needsRepair = (module: IrTextModule): boolean =>
  hasProgramVariables(module) ||
  [...outerLines(module)].some((line) => isPrivateVariable(line) || isExternalFunction(line));

const isPrivateVariable = (line: string): boolean => addressSpaceOf(readGlobal(line) ?? { words: [] }) === 5;
const isExternalFunction = (line: string): boolean => readHead(line)?.name.startsWith('@llvm.') === false;

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

/** The repaired input of optimisation. */
export const repairIr = (module: IrTextModule, { inlineAll }: RepairOptions): IrTextModule =>
  runAll([...UNOPTIMISED_IR_PASSES, inlineAll ? allCalls : genericPointers], module);
