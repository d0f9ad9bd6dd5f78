// Lists of words whose elements are groups of words.

import { type Tuple, tupleOf } from '../util/required.js';

/** Splits words into groups of `size`, dropping an incomplete rest. */
export function groupsOfSize<N extends number>(values: readonly number[], size: N): Tuple<number, N>[] {
  return Array.from({ length: Math.floor(values.length / size) }, (_, i) =>
    tupleOf(values.slice(i * size, (i + 1) * size), size, 'words'),
  );
}
