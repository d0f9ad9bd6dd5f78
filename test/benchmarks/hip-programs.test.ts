// Verdicts of benchmarks/hip-programs, and its report of them.

import test from 'ava';
import { PROGRAMS } from '../../benchmarks/hip-programs/programs.js';
import { judge } from '../../benchmarks/hip-programs/run.js';
import { documentText, sumsOf } from '../../benchmarks/hip-programs/table.js';

const program = { name: 'one', words: '' };
const end = { status: 0, signal: null, late: false, text: 'Average time 1 us\nPASS\n' };

test('verdict: needs both the output and the exit of the program', (t) => {
  t.is(judge(program, end).verdict, 'verified');
  t.is(judge(program, { ...end, text: 'Average time 1 us\n' }).verdict, 'no verdict');
  t.deepEqual(judge(program, { ...end, text: 'PASS\nof two: FAIL\nPASS\n' }), {
    verdict: 'wrong',
    reason: 'of two: FAIL',
  });
  t.deepEqual(
    judge(program, { ...end, status: null, signal: 'SIGABRT', text: 'PASS\natoll: GPU fault in kernel k\n' }),
    {
      verdict: 'failed',
      reason: 'SIGABRT: atoll: GPU fault in kernel k',
    },
  );
  t.is(judge(program, { ...end, status: 3 }).verdict, 'failed');
  t.is(judge(program, { ...end, signal: 'SIGTERM', late: true }).verdict, 'time limit');
  // A wrong result outranks that the program did not end.
  t.is(judge(program, { ...end, late: true, text: 'FAIL' }).verdict, 'wrong');
});

test('a program with an error figure has its own words', (t) => {
  const axhelm = PROGRAMS.find(({ name }) => name === 'axhelm')!;
  const verdictOf = (figure: string): string =>
    judge(axhelm, { ...end, text: `Correctness check: maxError = ${figure}\n` }).verdict;
  t.is(verdictOf('1.77636e-15'), 'verified');
  t.is(verdictOf('0.5'), 'no verdict');
});

test('the page has a row for each program and a column for each device', (t) => {
  const outcome = { name: 'one', words: '-a|b 2', seconds: 1.25, verdict: 'verified', reason: '' } as const;
  const other = { ...outcome, verdict: 'wrong', reason: 'FAIL `x`' } as const;
  const text = documentText({ vega10: [outcome], fiji: [other] });
  t.true(text.includes("| one | `-a\\|b 2` | verified, 1.3 s | wrong | `FAIL 'x'` |"), text);
  t.is(sumsOf([outcome, outcome, other]), '3 programs: 2 verified, 1 wrong');
});
