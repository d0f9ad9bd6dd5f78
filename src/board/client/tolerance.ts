// Tolerance between the results of two devices. Costs nothing to load.

import { AtollError } from '../../util/errors.js';

/**
 * For real numbers; all others are to be equal. `relative` is relative above 1 and absolute below. Plain data: it
 * crosses threads.
 */
export type Tolerance =
  | { readonly is: 'exact' }
  | { readonly is: 'ulp'; readonly most: number }
  | { readonly is: 'relative'; readonly most: number };

/** Usual difference between two correct devices after some functions. */
export const USUAL: Tolerance = { is: 'relative', most: 1e-4 };

/** @throws AtollError BAD_OPTION */
export function parseTolerance(text: string | undefined): Tolerance {
  if (text === undefined) return USUAL;
  if (text === 'exact') return { is: 'exact' };
  const [, is, number] = /^(ulp|relative):(\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/i.exec(text) ?? [];
  if (is === 'ulp' || is === 'relative') return { is, most: Number(number) };
  throw new AtollError('BAD_OPTION', `--tolerance: '${text}' is none`, 'exact, ulp:N or relative:X');
}
