// benchmarks/engine: every kernel of it runs on every engine, and its results can be written, read and compared.

import test from 'ava';
import { measureInstructions } from '../../benchmarks/engine/instructions.js';
import { measureKernels, measureLaunches } from '../../benchmarks/engine/kernels.js';
import { compareReports, type Measurement, parseReport, type Report } from '../../benchmarks/engine/results.js';
import { summary } from '../../benchmarks/engine/sampling.js';
import { changesText, reportText } from '../../benchmarks/engine/tables.js';
import { ENGINE_NAMES } from '../../src/engines.js';

/** As little as it can do. */
const EFFORT = { repeats: 1, milliseconds: 1e-6, warmup: 1e-6 };

for (const engine of ENGINE_NAMES)
  test(`${engine} runs what is measured`, (t) => {
    const families = measureInstructions(engine, /./, EFFORT);
    t.true(families.length > 40);
    t.true(families.every(({ best, median }) => best >= 0 && median >= 0));
    // The oracle takes minutes for whole kernels, the interpreter seconds.
    const kernels = measureKernels(engine, { interp: /gather/, oracle: /^$/, jit: /./ }[engine], EFFORT);
    t.true(kernels.every(({ best }) => best > 0));
    t.is(measureLaunches(engine, /^1+0? work/, EFFORT).length, 2);
  });

test('best and median of times', (t) => {
  t.deepEqual(summary([3, 1, 2]), { best: 1, median: 2 });
});

function reportOf(measurements: readonly Measurement[]): Report {
  return {
    schema: 'atoll-engine-benchmark-1',
    release: '0.0.0',
    started: '2026-01-01T00:00:00.000Z',
    command: [],
    effort: EFFORT,
    machine: {
      ...{ host: 'h', processor: 'p', processors: 2, memoryBytes: 1, kernel: 'k', system: 's', node: 'n', load: 0 },
    },
    measurements: [...measurements],
  };
}

const time = (best: number, engine = 'interp'): Measurement => ({
  ...{ series: 'instruction', name: 'VOP1 move', engine, unit: 'ns', best, median: best },
});
const speed = (best: number): Measurement => ({
  ...{ series: 'kernel', name: 'copy', engine: 'interp', unit: 'GB/s', best, median: best },
});

test('two results compare by what both have measured, faster is more', (t) => {
  const before = parseReport(JSON.stringify(reportOf([time(10), speed(1), time(3, 'oracle')])), 'before');
  const after = parseReport(JSON.stringify(reportOf([time(5), speed(4), time(1, 'jit')])), 'after');
  t.deepEqual(
    compareReports(before, after).map((change) => change.speedup),
    [2, 4],
  );
  t.regex(changesText(compareReports(before, after)), /geometric mean of 2: 2\.83/);
  t.regex(reportText(after), /VOP1 move.*5\.00.*1\.00.*5\.00x/);
});

test('a file that is no result is refused by name', (t) => {
  t.throws(() => parseReport('{', 'a.json'), { message: /a\.json is no JSON/ });
  t.throws(() => parseReport('{}', 'a.json'), { message: /a\.json is no result/ });
});
