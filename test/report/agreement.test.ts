// Simulated beside measured time of a run, with planted numbers: by kernel, correlation, mean error and which are far
// from the others.

import test from 'ava';
import type { LaunchReport } from '../../src/driver/core/processor/messages.js';
import { runAgreement } from '../../src/instruments/timing/agreement.js';
import { agreementSection } from '../../src/report/agreement-section.js';
import { agreementText } from '../../src/report/agreement-text.js';

/** A launch with the compared values only. */
const launch = (kernel: string, measuredNs: number | undefined, nanoseconds: number | undefined): LaunchReport =>
  ({
    kernel,
    observations: nanoseconds === undefined ? {} : { time: { result: { nanoseconds } } },
    traffic: { comparison: { ulp: 0, apart: 0, measuredNs } },
  }) as unknown as LaunchReport;

/** Four kernels are simulated as twice as slow as they are, one as twenty times. */
const PLANTED = [
  launch('a', 900, 1800),
  launch('a', 1100, 2200),
  launch('b', 10_000, 20_000),
  launch('c', 100, 200),
  launch('d', 100_000, 200_000),
  launch('far', 1000, 20_000),
  launch('notMeasured', undefined, 5),
  launch('notSimulated', 5, undefined),
];

test('means of launches by kernel, and how well they agree', (t) => {
  const { kernels, correlation, meanError, meanErrorOfShape, usualRatio } = runAgreement(PLANTED)!;
  t.deepEqual(
    kernels.map(({ kernel, launches, measured, simulated, outlier }) => [
      kernel,
      launches,
      measured,
      simulated,
      outlier,
    ]),
    [
      ['a', 2, 1000, 2000, false],
      ['b', 1, 10_000, 20_000, false],
      ['c', 1, 100, 200, false],
      ['d', 1, 100_000, 200_000, false],
      ['far', 1, 1000, 20_000, true],
    ],
  );
  // By hand: logarithms to base 10 are 3, 4, 2, 5, 3 and, less log10(2), 3, 4, 2, 5, 4; sums of squares 5.2 and 5.2, of
  // products 4.8.
  t.true(Math.abs(correlation! - 4.8 / 5.2) < 1e-12);
  t.true(Math.abs(meanError - (4 * 1 + 19) / 5) < 1e-12);
  t.true(Math.abs(meanErrorOfShape - 9 / 5) < 1e-12);
  t.true(Math.abs(usualRatio - 2) < 1e-12 && Math.abs(kernels[4]!.ratio - 10) < 1e-12);
});

test('the text and the page have these numbers; a run without one of the times has neither', (t) => {
  const agreement = runAgreement(PLANTED)!;
  t.is(
    agreementText(agreement),
    '5 kernels: correlation 0.923 (of logarithms), mean error 460 %, 180 % relative to the median ratio of 2.00, 1 outlier',
  );
  const section = agreementSection(agreement);
  for (const text of ['0.923', '460.0 %', '180.0 %', '2.00', '<td>far</td>', '<td>yes</td>', '10.00'])
    t.true(section.includes(text), text);
  t.is(section.match(/<td>yes<\/td>/g)?.length, 1);
  t.is(runAgreement(PLANTED.slice(6)), undefined);
  t.is(agreementSection(undefined), '');
});
