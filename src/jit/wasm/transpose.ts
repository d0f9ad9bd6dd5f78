// Between registers (one component of four lanes) and memory (all components of one lane).

import { tupleOf } from '../../util/required.js';
import type { Local } from './function-builder.js';
import type { Lanes } from './lanes.js';

/** Destination of the code. */
type Emitter = Pick<Lanes, 'b' | 'keep'>;

/** Two components of four lanes as the pairs of lanes 0-1 and 2-3, or back: [x0 y0 x1 y1] [x2 y2 x3 y3]. */
export function interleave(v: Emitter, x: Local, y: Local): readonly [Local, Local] {
  const { b } = v;
  return [v.keep(() => b.get(x).get(y).shuffle([0, 4, 1, 5])), v.keep(() => b.get(x).get(y).shuffle([2, 6, 3, 7]))];
}

export function separate(v: Emitter, first: Local, second: Local): readonly [Local, Local] {
  const { b } = v;
  return [
    v.keep(() => b.get(first).get(second).shuffle([0, 2, 4, 6])),
    v.keep(() => b.get(first).get(second).shuffle([1, 3, 5, 7])),
  ];
}

/** Four rows to four columns. */
export function transpose(v: Emitter, rows: readonly Local[]): readonly Local[] {
  const { b } = v;
  const [p, q, r, s] = tupleOf(rows, 4, 'rows');
  const [a, c] = [interleave(v, p, q), interleave(v, r, s)];
  const join = (x: Local, y: Local, half: 0 | 1): Local =>
    v.keep(() =>
      b
        .get(x)
        .get(y)
        .shuffle(half === 0 ? [0, 1, 4, 5] : [2, 3, 6, 7]),
    );
  return [join(a[0], c[0], 0), join(a[0], c[0], 1), join(a[1], c[1], 0), join(a[1], c[1], 1)];
}
