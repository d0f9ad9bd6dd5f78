// The default size of work-groups.

import type { Size3 } from '../emulator/launch.js';
import type { LoadedCode } from '../launch/code.js';

/** Four wavefronts: every kernel may have so many work-items in a work-group. */
const MAX_LOCAL_SIZE = 256;

function largestDivisor(size: number, most: number): number {
  for (let divisor = Math.min(size, most); divisor > 1; divisor--) if (size % divisor === 0) return divisor;
  return 1;
}

/** The kernel's own, or as much of each dimension, from the first on, as divides it and fits. */
export function localSizeFor(globalSize: Size3, { groups }: Pick<LoadedCode, 'groups'>): Size3 {
  if (groups.required) return groups.required;
  const most = Math.min(groups.limit ?? MAX_LOCAL_SIZE, MAX_LOCAL_SIZE);
  const x = largestDivisor(globalSize[0], most);
  const y = largestDivisor(globalSize[1], Math.floor(most / x));
  return [x, y, largestDivisor(globalSize[2], Math.floor(most / (x * y)))];
}
