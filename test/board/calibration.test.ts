// Times of one device made of those of another: the line, how it is tested, the file, and what profiling events show
// then.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { checkDevice, newCalibration, parseCalibration, writeCalibration } from '../../src/board/calibration/file.js';
import { fit, onLine } from '../../src/board/calibration/fit.js';
import { eventTimes, parseOption } from '../../src/board/calibration/times.js';
import type { DeviceFacts } from '../../src/board/protocol.js';
import { paired } from '../../src/cli/commands/calibrate/runs.js';
import { agreementOf } from '../../src/report/agreement.js';
import { scratchFolder } from '../cli/atoll.js';

const pairsOf = (points: readonly (readonly [number, number])[]) =>
  points.map(([from, to], n) => ({ from, to, group: `program ${n}` }));
const near = (actual: number, expected: number): boolean =>
  Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected));

test('a line through points of a line is that line, whatever their sizes', (t) => {
  const points = [1, 10, 500, 70_000, 3e6].map((from) => [from, 2.5 * from + 4000] as const);
  const line = fit(pairsOf(points))!;
  t.true(near(line.factor, 2.5) && near(line.offset, 4000), `${line.factor} ${line.offset}`);
  t.true(line.residuals.largest < 1e-9 && line.crossValidated! < 1e-9);
  t.like(line, { pairs: 5, groups: 5 });
});

test('errors count as parts of a time: a long request does not outvote short ones', (t) => {
  // One of four is 10 % too long; a line by absolute errors would follow the longest.
  const line = fit(
    pairsOf([
      [100, 100],
      [200, 200],
      [400, 400],
      [1e9, 1.1e9],
    ]),
  )!;
  t.true(onLine(line, 200) < 205 && line.residuals.largest < 0.1, JSON.stringify(line));
});

test('leave-one-group-out cross-validation gives the error on unseen groups', (t) => {
  // Of three programs one is twice as slow. By the lines through two of them, computed by hand:
  // without a: factor through (1, 1) and (1, 2), all offsets 0 for equal sizes: the flat mean of relative errors.
  const pairs = [
    { from: 1, to: 1, group: 'a' },
    { from: 1, to: 1, group: 'a' },
    { from: 1, to: 2, group: 'b' },
  ];
  const line = fit(pairs)!;
  // Without b the others give 1, which is off by a half of 2; without a it is 2, off by 1 of each 1.
  t.true(near(line.crossValidated!, (0.5 + 1 + 1) / 3), String(line.crossValidated));
  t.is(fit([pairs[0]!, pairs[1]!])!.crossValidated, null);
  t.is(fit([{ from: 1, to: 0, group: 'a' }]), undefined);
});

test('no request takes less than no time, and more of it takes no less', (t) => {
  for (const points of [
    [
      [1, 10],
      [10, 1],
    ],
    [
      [10, 1],
      [11, 100],
    ],
    [
      [5, 7],
      [5, 9],
    ],
  ] as const) {
    const { factor, offset } = fit(pairsOf(points))!;
    t.true(factor >= 0 && offset >= 0 && factor + offset > 0, JSON.stringify(points));
  }
});

test('two measurements of kernels: correlation, error, its distribution, and outliers', (t) => {
  const launch = (kernel: string, measured: number, simulated: number) => ({
    program: 'p',
    kernel,
    measured,
    simulated,
  });
  const twice = [1, 10, 100, 1000, 10_000].map((ns, n) => launch(`k${n}`, ns, 2 * ns));
  const { correlation, meanError, meanErrorOfShape, usualRatio, kernels } = agreementOf([
    ...twice,
    launch('k0', 3, 6),
  ])!;
  t.true(near(correlation!, 1) && near(meanError, 1) && near(meanErrorOfShape, 0) && near(usualRatio, 2));
  t.like(kernels[0], { launches: 2, measured: 2, simulated: 4, outlier: false });
  const far = agreementOf([...twice, launch('far', 100, 2000)])!;
  t.deepEqual(
    far.kernels.filter(({ outlier }) => outlier).map(({ kernel }) => kernel),
    ['far'],
  );
  t.true(near(far.kernels.at(-1)!.ratio, 10) && far.correlation! < 1);
  t.is(agreementOf([launch('none', 0, 5)]), undefined);
});

const LINE = {
  factor: 2,
  offset: 1000,
  pairs: 3,
  groups: 2,
  residuals: { rms: 0.1, median: 0.1, largest: 0.2 },
  crossValidated: 0.3,
};
const FILE = newCalibration({
  release: '0',
  made: '2026-11-23T00:00:00Z',
  device: { platform: 'P', name: 'D', mhz: 2000 },
  target: { name: 'T', mhz: 1000 },
  requests: { launch: LINE, copy: LINE },
});

test('a damaged file, one of another version, one of another device and a file of another kind are refused', (t) => {
  const text = JSON.stringify(FILE);
  t.deepEqual(parseCalibration(text, 'f'), FILE);
  const wrong = (change: object): string => JSON.stringify({ ...FILE, ...change });
  t.throws(() => parseCalibration(text.slice(0, -20), 'f'), { message: /f is not a calibration: / });
  t.throws(() => parseCalibration('{"schema":"atoll-verify-1"}', 'f'), {
    message: /f is not a calibration of atoll calibrate/,
  });
  t.throws(() => parseCalibration(wrong({ version: 7 }), 'f'), {
    message: /of version 7, written by Atoll 0; this one reads version 1/,
  });
  t.throws(() => parseCalibration(wrong({ requests: { launch: { ...LINE, factor: -1 } } }), 'f'), {
    message: /f is a damaged calibration: .*requests\.launch\.factor/,
  });
  t.throws(() => parseCalibration(wrong({ requests: { lunch: LINE } }), 'f'), { message: /damaged/ });
  const other = { platform: 'P', name: 'E' } as DeviceFacts;
  t.throws(() => checkDevice(FILE, 'f', other), { message: /calibration of D \(P\), and the board has E \(P\)/ });
  t.notThrows(() => checkDevice(FILE, 'f', { ...other, name: 'D' }));
  const file = join(scratchFolder(t), 'c.json');
  writeCalibration(file, FILE);
  t.deepEqual(parseCalibration(readFileSync(file, 'utf8'), file), FILE);
});

test('other clocks than those of the calibration change its times', (t) => {
  const timesOf = (option: string) => eventTimes(FILE, parseOption(option)).launch;
  t.deepEqual(timesOf('f'), { factor: 2, offset: 1000 });
  // Half the clock of the target: twice the time of everything.
  t.deepEqual(timesOf('f,target-mhz=500'), { factor: 4, offset: 2000 });
  // Half the clock of the device: work of twice the time is the same.
  t.deepEqual(timesOf('f,device-mhz=1000'), { factor: 1, offset: 1000 });
  t.deepEqual(timesOf('f,device-mhz=1000,target-mhz=500'), { factor: 2, offset: 2000 });
  t.deepEqual(parseOption('a,b.json,target-mhz=1'), { file: 'a,b.json', targetMHz: 1, deviceMHz: undefined });
  t.throws(() => parseOption('f,target-mhz=fast'), { message: /'fast' is not a clock/ });
  const unknown = { ...FILE, target: { name: 'T', mhz: null } };
  t.throws(() => eventTimes(unknown, parseOption('f,target-mhz=5')), {
    message: /does not contain the clock of its target/,
  });
  const { transfers } = eventTimes(FILE, parseOption('f'));
  t.deepEqual(transfers.offsetNs, [0n, 0n, 1000n, 0n]);
  t.deepEqual(transfers.femtosecondsPerByte, [0n, 0n, 2_000_000n, 0n]);
});

test('launches of two runs are paired while they are the same', (t) => {
  const [a, b] = [
    { kernel: 'a', nanoseconds: 5 },
    { kernel: 'b', nanoseconds: 7 },
  ];
  t.deepEqual(paired('p', [a, b], [a]), [{ program: 'p', kernel: 'a', measured: 5, simulated: 5 }]);
  t.deepEqual(paired('p', [a], [{ kernel: 'a', nanoseconds: undefined }]), []);
  t.throws(() => paired('p', [a], [b]), { message: /its launch 1 is a on the board and b in the model/ });
});
