// Addresses of variables in generic memory, as for `llvm.invariant.start`: clang up to 16 writes the address space cast
// as a bitcast, which it cannot read itself.

import { mapCasts } from '../ir/constants.js';
import { mapLines } from '../ir/lines.js';
import { pointerSpace } from '../ir/typed-values.js';
import type { IrPass } from './pass.js';

const GENERIC = 0;

/** Corrects casts of constants to generic memory. */
export const invariantCasts: IrPass = {
  name: 'invariant-casts',
  affects: 'all',
  bug: 'clang up to 16 writes an addrspacecast for llvm.invariant.start as a bitcast',
  run: (module) =>
    mapLines(module, (line) =>
      mapCasts(line, ({ operation, type, value, target }) => {
        const isMiscast = operation === 'bitcast' && pointerSpace(target) === GENERIC;
        return isMiscast && (pointerSpace(type) ?? GENERIC) !== GENERIC
          ? `addrspacecast (${type} ${value} to ${target})`
          : undefined;
      }),
    ),
};
