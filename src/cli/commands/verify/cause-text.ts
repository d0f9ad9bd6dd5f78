// Causes of differences between compilations, as text. Imports no code.

import type { ComparedCompilation } from '../../../driver/core/processor/compilation-comparison.js';
import type { Cause } from '../../../lockstep/bisect.js';

/** A difference with its cause. */
export interface FoundCause {
  readonly kernel: string;
  readonly reference: string;
  readonly compilation: string;
  readonly text: string;
  readonly argument?: NonNullable<ComparedCompilation['difference']>['argument'];
  /** Absent if not searched. */
  readonly cause?: Cause;
}

const STEP_NAMES = { source: 'the middle end', code: 'code generation' } as const;

export function causeWords(cause: Cause | undefined): string {
  if (!cause) return 'its pass was not searched';
  if (cause.type === 'rounding') return 'explained: equal without permitted rounding differences (docs/compilers.md)';
  if (cause.type === 'unknown') return `no pass was found: ${cause.text}`;
  const { compilation, step, pass, number, of, earlier } = cause.found;
  const place = `pass ${number} of ${of} in ${STEP_NAMES[step]} of ${compilation}: ${pass}`;
  return earlier ? `${place} (with fewer passes the build fails: the cause may be an earlier pass)` : place;
}

/** Two lines: what differs, and why. */
export const causeText = ({ kernel, reference, compilation, text, cause }: FoundCause): string =>
  `kernel ${kernel}: ${reference} and ${compilation} differ: ${text}\n  ${causeWords(cause)}`;
