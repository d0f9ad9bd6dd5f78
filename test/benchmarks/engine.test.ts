// benchmarks/engine: every kernel of it runs on every engine, and its results can be written, read and compared.

import test from 'ava';
import { measureInstructions } from '../../benchmarks/engine/instructions.js';
import { measureKernels, measureLaunches } from '../../benchmarks/engine/kernels.js';
import { measureBeside, measureScaling, PairedMeasurement } from '../../benchmarks/engine/paired-runs.js';
import {
  compareReports,
  type EngineReport,
  isSlower,
  type Measurement,
  parseReport,
} from '../../benchmarks/engine/results.js';
import { summary } from '../../benchmarks/engine/sampling.js';
import { changesText, reportText } from '../../benchmarks/engine/tables.js';
import { ENGINE_NAMES, type EngineName } from '../../src/threads/engines.js';
import { ownPoclCache } from '../pocl.js';

ownPoclCache('engine');

/** As little as it can do. */
const EFFORT = { repeats: 1, milliseconds: 1e-6, warmup: 1e-6 };

/**
 * Families and kernels. The oracle takes minutes for whole kernels, the interpreter seconds; clang compiles each of
 * them anew.
 */
const MEASURED: Readonly<Record<EngineName, readonly [RegExp, RegExp]>> = {
  interp: [/./, /gather/],
  oracle: [/./, /^$/],
  jit: [/./, /./],
  // Here the same as jit.
  wasm: [/f32 add|DS read/i, /gather/],
  native: [/f32 add|DS read/i, /gather/],
};

for (const engine of ENGINE_NAMES)
  test(`${engine} executes the measured kernels`, (t) => {
    const [some, kernelsOf] = MEASURED[engine];
    const families = measureInstructions(engine, some, EFFORT);
    t.true(families.length >= (some.source === '.' ? 40 : 1));
    t.true(families.every(({ best, median }) => best >= 0 && median >= 0));
    const kernels = measureKernels(engine, kernelsOf, EFFORT);
    t.true(kernels.every(({ best }) => best > 0));
    t.is(measureLaunches(engine, /^1+0? work/, EFFORT).length, 2);
  });

test('best and median of times', (t) => {
  t.deepEqual(summary([3, 1, 2]), { best: 1, median: 2 });
});

function reportOf(measurements: readonly Measurement[]): EngineReport {
  return {
    schema: 'atoll-engine-benchmark-1',
    release: '0.0.0',
    commit: null,
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

test('comparison: uses measurements of both files, and more is faster', (t) => {
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

test('slower measurements are those beyond the threshold', (t) => {
  const changesOf = (before: Measurement, after: Measurement) => compareReports(reportOf([before]), reportOf([after]));
  const slower = (before: Measurement, after: Measurement) => changesOf(before, after).some((one) => isSlower(one, 20));
  t.true(slower(time(10), time(12.1)));
  t.false(slower(time(10), time(11.9)));
  t.true(slower(speed(10), speed(8.3)));
  t.false(slower(speed(10), speed(8.4)));
});

test('the same program runs on Atoll, pocl and natively, with results that are checked', (t) => {
  const beside = new PairedMeasurement();
  t.teardown(() => beside.close());
  const names = beside.platforms.map(({ name }) => name);
  for (const name of ['atoll', 'atoll, 1 worker', 'pocl', 'pocl, 1 processor', 'native C, 1 thread'])
    t.true(names.includes(name), `${name}: ${beside.missing.join('; ')}`);
  const measured = measureBeside(beside, 32, /matrix/, EFFORT);
  t.deepEqual([...new Set(measured.map(({ engine }) => engine))], names);
  t.true(measured.every(({ best }) => best > 0));
  t.throws(() => beside.times(beside.platforms[0]!, 'matrix', 33, EFFORT), {
    message: /matrix of 33 on atoll ended with 1/,
  });
});

test('problem sizes go up in steps of ten, and long runs are extrapolated from the largest', (t) => {
  const beside = new PairedMeasurement();
  t.teardown(() => beside.close());
  const measured = measureScaling(beside, 10, /./, EFFORT).filter(({ engine }) => engine === 'atoll');
  const last = measured[1]!;
  t.deepEqual(
    measured.map(({ name }) => name.split(' ')[0]),
    ['1', '10', '10^9', '10^10', '10^11'],
  );
  const instructions = Number(/from (\d+)$/.exec(measured[4]!.name)![1]);
  t.true(instructions >= 640);
  t.true(Math.abs(measured[4]!.best / ((last.best / 1e6 / instructions) * 1e11) - 1) < 1e-9);
});
