// Verdict on a run: the text decides, because programs of this field end with status 0 also when they skip themselves.

import type { BenchProgram } from './manifest.js';
import type { ProcessEnd } from './process.js';

export const VERDICTS = ['PASS', 'FAIL', 'SKIP'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Judgement {
  readonly verdict: Verdict;
  /** Why not PASS; empty for PASS. */
  readonly reason: string;
}

const MAX_LINE = 1000;
export const linesOf = (text: string): string[] => text.split(/\r?\n/).map((line) => line.slice(0, MAX_LINE));

/** The end of a text in one line: a message and its hint. */
const ending = (text: string): string =>
  linesOf(text)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-3)
    .join('; ');

/** Description of an end other than status 0; empty for status 0. */
function abnormalEnd({ code, signal, timedOut, failure }: ProcessEnd, limitSeconds: number): string {
  if (failure) return failure;
  if (timedOut) return `ran longer than ${limitSeconds} s`;
  if (signal) return `killed by ${signal}`;
  return code === 0 ? '' : `ended with status ${code}`;
}

/** Judges one run. A program passes when it says so, nothing says otherwise, and it ends well. */
export function judge(end: ProcessEnd, { patterns }: BenchProgram, limitSeconds: number): Judgement {
  const lines = linesOf(end.stdout);
  const matching = (pattern: RegExp | undefined) => lines.find((line) => pattern?.test(line));
  const abnormal = abnormalEnd(end, limitSeconds);
  if (abnormal) {
    const detail = ending(end.stderr) || ending(end.stdout);
    return { verdict: 'FAIL', reason: detail ? `${abnormal}: ${detail}` : abnormal };
  }
  const failed = matching(patterns.failure);
  if (failed !== undefined) return { verdict: 'FAIL', reason: ending(end.stderr) || failed };
  if (matching(patterns.pass) !== undefined) return { verdict: 'PASS', reason: '' };
  const skipped = matching(patterns.skip);
  if (skipped !== undefined) return { verdict: 'SKIP', reason: skipped };
  return { verdict: 'FAIL', reason: `no line of its output matches /${patterns.pass.source}/` };
}
