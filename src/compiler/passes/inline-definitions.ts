// C99's `inline` functions, whose external bodies LLVM expects in another unit.

import { type IrPass, onLines } from './pass.js';

/**
 * C99's `inline` functions have a body only for inlining. No other unit defines one, so this body becomes the
 * definition.
 */
const keepInlineBody = (line: string): string =>
  line.startsWith('define available_externally ') ? line.replace('available_externally', 'linkonce_odr') : line;

export const inlineDefinitions: IrPass = {
  name: 'inline-definitions',
  affects: 'all',
  bug: 'available_externally: no other unit defines functions of a program',
  run: onLines((lines) => lines.map(keepInlineBody)),
};
