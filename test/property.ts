// Properties of random values: a failure is printed at its smallest, with the seed that repeats it.

import type { ExecutionContext } from 'ava';
import { check, defaultReportMessage, type IProperty } from 'fast-check';

/** Trials, with ATOLL_LONG more of them. */
const TRIALS = process.env['ATOLL_LONG'] ? 20_000 : 300;

/** ATOLL_SEED repeats a run: that of the message. */
export function holds<Values>(t: ExecutionContext, property: IProperty<Values>, trials = TRIALS): void {
  const seed = Number(process.env['ATOLL_SEED'] ?? 1);
  const details = check(property, { numRuns: trials, seed });
  t.false(details.failed, defaultReportMessage(details));
}
