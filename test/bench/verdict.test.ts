// The verdict: text first, then how the program ended.

import test from 'ava';
import type { BenchProgram } from '../../src/bench/manifest.js';
import type { ProcessEnd } from '../../src/bench/process.js';
import { judge } from '../../src/bench/verdict.js';

const program = {
  patterns: { pass: /^Passed!$/, failure: /^Failed/, skip: /does not support/, kernelTime: undefined },
} as BenchProgram;

const ended = (end: Partial<ProcessEnd>): ProcessEnd => ({
  wallSeconds: 1,
  code: 0,
  signal: null,
  stdout: '',
  stderr: '',
  timedOut: false,
  failure: '',
  ...end,
});

const cases: readonly (readonly [string, Partial<ProcessEnd>, 'PASS' | 'FAIL' | 'SKIP', RegExp])[] = [
  ['it says so', { stdout: 'lines\nPassed!\nmore' }, 'PASS', /^$/],
  ['it says so with the line ends of DOS', { stdout: 'Passed!\r\n' }, 'PASS', /^$/],
  ['it says nothing, with status 0', { stdout: 'done' }, 'FAIL', /no line/],
  ['the word is inside another line', { stdout: 'not Passed!' }, 'FAIL', /no line/],
  ['it says Failed with status 0', { stdout: 'Failed\n', stderr: 'a[3] is 1' }, 'FAIL', /a\[3\] is 1/],
  ['it says both', { stdout: 'Passed!\nFailed\n' }, 'FAIL', /Failed/],
  ['it skips itself with status 0', { stdout: 'Device does not support images' }, 'SKIP', /images/],
  ['it passes and then crashes', { stdout: 'Passed!', code: null, signal: 'SIGSEGV' }, 'FAIL', /SIGSEGV/],
  ['it passes with another status', { stdout: 'Passed!', code: 3 }, 'FAIL', /status 3/],
  ['it skips itself and crashes', { stdout: 'does not support x', code: 139 }, 'FAIL', /139/],
  [
    'it takes too long',
    { stdout: 'Passed!', timedOut: true, signal: 'SIGKILL', code: null },
    'FAIL',
    /longer than 9 s/,
  ],
  ['it cannot be started', { failure: 'ENOENT', code: null }, 'FAIL', /ENOENT/],
];

for (const [what, end, verdict, reason] of cases) {
  test(`${verdict} when ${what}`, (t) => {
    const judged = judge(ended(end), program, 9);
    t.is(judged.verdict, verdict);
    t.regex(judged.reason, reason);
  });
}
