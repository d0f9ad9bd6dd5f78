// Names of the API calls that the protocol's words stand for.

import { ApiCall } from '../../abi/schema.js';

const NUMBER_SHIFT = 8;

/** `clCreateBuffer call 3`; undefined for a word that names none. */
export function callText(word: number): string | undefined {
  const kind = word & ((1 << NUMBER_SHIFT) - 1);
  const name = Object.entries(ApiCall).find(([, number]) => number === kind)?.[0];
  return kind === ApiCall.UNKNOWN || name === undefined ? undefined : `${name} call ${word >>> NUMBER_SHIFT}`;
}
