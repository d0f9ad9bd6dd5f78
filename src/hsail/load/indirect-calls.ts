// Indirect functions, and which of them a call may have as its target: those with the arguments of its signature.

import { hasSameArguments } from '../brig/declarations.js';
import type { BrigEntry, BrigModule } from '../brig/module.js';

/** @param definitions of the whole program, by name */
export const indirectFunctions = (definitions: ReadonlyMap<string, BrigEntry>): readonly BrigEntry[] =>
  [...definitions.values()].filter(({ kind }) => kind === 'directive_indirect_function');

export const indirectTargets = (
  module: BrigModule,
  definitions: ReadonlyMap<string, BrigEntry>,
  signature: BrigEntry,
): readonly BrigEntry[] =>
  indirectFunctions(definitions).filter((entry) => hasSameArguments({ module, entry }, { module, entry: signature }));
