// Comparison of two result files: only significant differences count as regressions.

import test from 'ava';
import { compare, differences, isRegression } from '../../src/bench/compare.js';
import type { CaseResult } from '../../src/bench/results.js';
import { caseResult, results, sample } from './fixtures.js';

const OPTIONS = { metric: 'wall', thresholdPercent: 5 } as const;
const timed = (...seconds: number[]) => caseResult({ samples: seconds.map((value) => sample(value)) });
const steady = timed(1, 1.01, 0.99, 1);

function changeOf(before: CaseResult, now: CaseResult, options: Parameters<typeof compare>[2] = OPTIONS) {
  const [row] = compare(results([before]), results([now]), options);
  return [row!.change, isRegression(row!)];
}

test('times: slower, faster, the same, and not known', (t) => {
  t.deepEqual(changeOf(steady, timed(1.2, 1.21, 1.19, 1.2)), ['slower', true]);
  t.deepEqual(changeOf(steady, timed(0.8, 0.81, 0.79, 0.8)), ['faster', false]);
  t.deepEqual(changeOf(steady, timed(1.01, 1, 1.02, 1.01)), ['same', false]);
  t.deepEqual(changeOf(steady, timed(1, 2, 0.7, 1.6)), ['unclear', false]);
  t.deepEqual(changeOf(steady, timed(9)), ['unclear', false]);
  t.deepEqual(changeOf(steady, timed(1.2, 1.21, 1.19, 1.2), { ...OPTIONS, thresholdPercent: 30 }), ['same', false]);
});

test('verdicts count more than times', (t) => {
  const failed = caseResult({ verdict: 'FAIL', reason: 'wrong' });
  const skipped = caseResult({ verdict: 'SKIP', reason: 'no images' });
  t.deepEqual(changeOf(steady, failed), ['broken', true]);
  t.deepEqual(changeOf(steady, skipped), ['broken', true]);
  t.deepEqual(changeOf(failed, steady), ['repaired', false]);
  t.deepEqual(changeOf(failed, failed), ['failing', false]);
});

test('a case that vanished is a regression, a new one is not', (t) => {
  const other = caseResult({ benchmark: 'b', samples: [sample(1)] });
  const rows = compare(results([steady]), results([other]), OPTIONS);
  t.deepEqual(
    rows.map((row) => [row.benchmark, row.change, isRegression(row)]),
    [
      ['a', 'missing', true],
      ['b', 'new', false],
    ],
  );
});

test('counts of instructions need no repetition', (t) => {
  const counted = (count: number) => caseResult({ samples: [sample(1, { instructions: { valu: count, salu: 10 } })] });
  const options = { metric: 'instructions', thresholdPercent: 1 } as const;
  t.deepEqual(changeOf(counted(990), counted(1090), options), ['slower', true]);
  t.deepEqual(changeOf(counted(990), counted(991), options), ['same', false]);
  t.deepEqual(changeOf(steady, counted(990), options), ['unclear', false]);
});

test('another machine, seed or version is pointed out', (t) => {
  const before = results([]);
  t.deepEqual(differences(before, before), []);
  const now = results([], { targets: { atoll: 'Atoll 1' }, settings: { ...before.settings, seed: 2 } });
  t.deepEqual(differences(before, now), ['seed: 1 before, 2 now', 'atoll: Atoll 0 before, Atoll 1 now']);
});
