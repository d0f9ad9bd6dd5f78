// Exceptions that a module enables.

import { CONTROLS } from './enums.js';
import { type BrigModule, controlNumbers } from './module.js';

/** The five flags. */
export const ALL_EXCEPTIONS = 31;

/** Exceptions that are detected in all kernels and functions of a module, as bits. */
export function enabledExceptions(module: BrigModule): number {
  return [...module.code.values()]
    .filter(({ kind, values }) => kind === 'directive_control' && values['control'] === CONTROLS.enabledetectexceptions)
    .reduce((enabled, directive) => enabled | ((controlNumbers(module, directive)[0] ?? 0) & ALL_EXCEPTIONS), 0);
}
