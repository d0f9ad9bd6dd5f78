// The work-groups that the library chooses: they divide the work sizes and fit the kernel.

import test from 'ava';
import { constantFrom, integer, property, tuple } from 'fast-check';
import { localSizeFor } from '../../src/library/local-size.js';
import { holds } from '../property.js';

const groups = (limit: number | undefined, required?: readonly [number, number, number]) =>
  ({ groups: { limit, required, unseen: false } }) as unknown as Parameters<typeof localSizeFor>[1];

test('local size: each dimension is divided, the first one as far as possible', (t) => {
  t.deepEqual(localSizeFor([1024, 8, 1], groups(undefined)), [256, 1, 1]);
  t.deepEqual(localSizeFor([30, 30, 2], groups(64)), [30, 2, 1]);
  t.deepEqual(localSizeFor([7, 5, 3], groups(undefined, [1, 1, 1])), [1, 1, 1]);
  const size = integer({ min: 1, max: 700 });
  holds(
    t,
    property(tuple(size, size, size, constantFrom(undefined, 1, 60, 64, 256, 1024)), ([x, y, z, limit]) => {
      const chosen = localSizeFor([x, y, z], groups(limit));
      const product = chosen[0] * chosen[1] * chosen[2];
      return product <= Math.min(limit ?? 256, 256) && [x, y, z].every((one, d) => one % chosen[d]! === 0);
    }),
  );
});
