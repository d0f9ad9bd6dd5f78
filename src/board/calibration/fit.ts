// A line through times: `to = factor * from + offset`, with how well it fits and how well it predicts what it has not
// seen.

import { mean, median } from '../../util/averages.js';

/** One request on both sides, or its bytes and its time. */
export interface FitPair {
  readonly from: number;
  /** Above 0. */
  readonly to: number;
  /** Group that is left out together when the line is tested: requests of one program resemble one another. */
  readonly group: string;
}

export interface Line {
  readonly factor: number;
  readonly offset: number;
}

export interface Fit extends Line {
  readonly pairs: number;
  readonly groups: number;
  /**
   * Of the pairs that it was made of: how far the line is from them, as parts of `to`; root of the mean square, median
   * and largest.
   */
  readonly residuals: { readonly rms: number; readonly median: number; readonly largest: number };
  /** Mean of the same for pairs of a group by the line through all others; null for a single group. */
  readonly crossValidated: number | null;
}

/**
 * The line whose relative errors have the least squares, so that short requests count as much as long ones. Neither
 * factor nor offset is below 0: more work takes no less time, and no request less than none.
 */
export function lineThrough(pairs: readonly FitPair[]): Line {
  // Divided by `to`: factor * (from / to) + offset * (1 / to) = 1.
  let [uu, uv, vv, u1, v1] = [0, 0, 0, 0, 0];
  for (const { from, to } of pairs) {
    const [u, v] = [from / to, 1 / to];
    uu += u * u;
    uv += u * v;
    vv += v * v;
    u1 += u;
    v1 += v;
  }
  const determinant = uu * vv - uv * uv;
  // Requests of one size do not determine the offset.
  if (determinant > 1e-12 * uu * vv) {
    const [factor, offset] = [(u1 * vv - v1 * uv) / determinant, (v1 * uu - u1 * uv) / determinant];
    if (factor >= 0 && offset >= 0) return { factor, offset };
  }
  const through = { factor: uu > 0 ? u1 / uu : 0, offset: 0 };
  const flat = { factor: 0, offset: vv > 0 ? v1 / vv : 0 };
  return squares(through, pairs) <= squares(flat, pairs) ? through : flat;
}

export const onLine = ({ factor, offset }: Line, from: number): number => factor * from + offset;

const errorOf = (line: Line, { from, to }: FitPair): number => Math.abs(onLine(line, from) - to) / to;
const squares = (line: Line, pairs: readonly FitPair[]): number =>
  pairs.reduce((total, pair) => total + errorOf(line, pair) ** 2, 0);

/** Each group is predicted by the line through the others. */
function crossValidate(pairs: readonly FitPair[], groups: readonly string[]): number | null {
  if (groups.length < 2) return null;
  return mean(
    groups.flatMap((left) => {
      const line = lineThrough(pairs.filter(({ group }) => group !== left));
      return pairs.filter(({ group }) => group === left).map((pair) => errorOf(line, pair));
    }),
  );
}

/** @param all at least one; those without a time say nothing @returns undefined where none has one */
export function fit(all: readonly FitPair[]): Fit | undefined {
  const pairs = all.filter(({ to }) => to > 0);
  if (pairs.length === 0) return undefined;
  const line = lineThrough(pairs);
  const errors = pairs.map((pair) => errorOf(line, pair));
  const groups = [...new Set(pairs.map(({ group }) => group))];
  return {
    ...line,
    pairs: pairs.length,
    groups: groups.length,
    residuals: {
      rms: Math.sqrt(mean(errors.map((error) => error * error))),
      median: median(errors),
      largest: errors.reduce((most, error) => Math.max(most, error), 0),
    },
    crossValidated: crossValidate(pairs, groups),
  };
}
