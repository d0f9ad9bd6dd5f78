// Null pointers to private and local memory in LLVM IR text with typed pointers: their value is -1, which clang 14
// writes as a cast of the generic null that its back end cannot select.

import { mapCasts } from '../ir/constants.js';
import { mapLines } from '../ir/lines.js';
import { pointerSpace } from '../ir/typed-values.js';
import { versionPass } from './pass.js';

const NARROW_ADDRESS_SPACES: readonly (number | undefined)[] = [3, 5];

/** The same pointers as integers. */
export const nullCasts = versionPass('nulls', 'selection of an addrspacecast of null', (module) =>
  mapLines(module, (line) =>
    mapCasts(line, ({ operation, type, value, target }) => {
      const isNull = operation === 'addrspacecast' && value === 'null' && type.endsWith('*');
      const isNarrow = NARROW_ADDRESS_SPACES.includes(pointerSpace(target));
      return isNull && isNarrow ? `inttoptr (i32 -1 to ${target})` : undefined;
    }),
  ),
);
