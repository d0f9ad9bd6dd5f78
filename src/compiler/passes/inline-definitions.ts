// C99's `inline` functions, whose external bodies all versions of LLVM expect in another unit.

import { mapFunctions } from '../ir/module.js';
import type { IrPass } from './pass.js';

/**
 * C99's `inline` functions have a body only for inlining. No other unit defines one, so this body becomes the
 * definition.
 */
const keepInlineBody = (define: string): string =>
  define.startsWith('define available_externally ') ? define.replace('available_externally', 'linkonce_odr') : define;

export const inlineDefinitions: IrPass = {
  name: 'inline-definitions',
  affects: 'all',
  bug: 'available_externally: no other unit defines functions of a program',
  run: (module) =>
    mapFunctions(module, (one) => {
      const define = keepInlineBody(one.define);
      return define === one.define ? one : { ...one, define };
    }),
};
