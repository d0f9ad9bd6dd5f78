// All checks of a module that has been read: what follows may rely on its structure.

import { functionsOf, type SpirvFunction } from '../functions.js';
import type { SpirvModule } from '../module.js';
import { checkCalls } from './calls.js';
import { definitionsOf, type IdDefinition } from './definitions.js';
import { checkFlow } from './flow.js';
import { checkLayout } from './layout.js';

export interface CheckedModule {
  readonly module: SpirvModule;
  readonly functions: readonly SpirvFunction[];
  readonly definitions: ReadonlyMap<number, IdDefinition>;
}

/** @throws AtollError BAD_INPUT with the offset of a word */
export function checkModule(module: SpirvModule): CheckedModule {
  checkLayout(module);
  const functions = functionsOf(module);
  const definitions = definitionsOf(module);
  for (const one of functions) checkFlow(module, one);
  checkCalls(module, functions);
  return { module, functions, definitions };
}
