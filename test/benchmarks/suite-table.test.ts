// The table of the suite: compared runs, and the values of means.

import test from 'ava';
import { rowsOf } from '../../benchmarks/engine/suite-rows.js';
import { suiteText } from '../../benchmarks/engine/suite-table.js';
import type { CaseResult } from '../../src/bench/results.js';
import { caseResult, results, sample } from '../bench/fixtures.js';

const measured = (benchmark: string, target: string, size: string, ...seconds: number[]): CaseResult =>
  caseResult({
    ...{ benchmark, target, size },
    samples: seconds.map((kernelSeconds) => sample(9, { kernelSeconds, instructions: { vector: 1e6, scalar: 1e6 } })),
  });

const large = results([
  measured('MatrixMultiplication', 'atoll', 'large', 0.3, 0.2),
  measured('MatrixMultiplication', 'atoll:workers=1', 'large', 0.4),
  measured('MatrixMultiplication', 'native:pocl,processors=1', 'large', 0.2),
  measured('Other', 'atoll', 'large', 1),
  { ...measured('Broken', 'atoll', 'large', 1), verdict: 'FAIL' },
]);
const small = results([
  measured('MatrixMultiplication', 'atoll', 'default', 0.1),
  measured('MatrixMultiplication', 'atoll:engine=interp', 'default', 2),
  measured('Other', 'oclgrind', 'default', 50),
]);

test('ratios are between runs of one size and file, single-threaded ones against one worker', (t) => {
  const [row, other, ...rest] = rowsOf([large, small]);
  t.deepEqual(rest, []);
  t.is(row!.kernelSeconds, 0.2);
  t.is(row!.instructions, 2e6);
  t.is(row!.nanosecondsPerInstruction, 100);
  t.deepEqual(row!.ratios, {
    oneWorker: { ratio: 2, size: 'large' },
    interpreter: { ratio: 20, size: 'default' },
    pocl: { ratio: 0.5, size: 'large' },
  });
  // 5 million a second with one worker, over half a million.
  t.true(Math.abs(row!.multi2sim - 10) < 1e-9);
  // Oclgrind ran at a size at which Atoll did not.
  t.deepEqual(other!.ratios, {});
});

test('the table has the number of values in a mean, and the other size at which a ratio was measured', (t) => {
  const text = suiteText(rowsOf([large, small]));
  t.regex(text, /MatrixMultiplication .* 2\.00x .* 20\.0x default .* 0\.500x .* 10\.0x/);
  t.regex(text, /geometric mean .* 2\.00x of 1 .* 20\.0x of 1 .* 0\.500x of 1 .* of 2/);
  t.notRegex(text, /Broken/);
});

test('nothing measured gives an empty table', (t) => {
  t.deepEqual(rowsOf([results([])]), []);
  t.regex(suiteText([]), /geometric mean/);
});
