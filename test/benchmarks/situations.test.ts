// The table of the situations: what its ratios are made of, and that it can be measured. Times are not asserted on.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import {
  COLUMNS,
  type Cost,
  type Pair,
  type Row,
  SITUATIONS,
  summariesOf,
  tableText,
} from '../../benchmarks/situations/ratios.js';
import { root } from '../../src/util/paths.js';

const MAIN = join(root, 'dist/benchmarks/situations/main.js');
const cost = (wall: number, cpu: number, memory: number, kernels: number | null): Cost => ({
  wall,
  cpu,
  memory,
  kernels,
});
const pair = (atoll: Cost, pocl: Cost): Pair => ({ atoll, pocl });

/** Cold costs `factor` times pocl's CPU time. */
const rowOf = (program: string, factor: number): Row => ({
  program,
  costs: {
    cold: pair(cost(3, 2 * factor, 90, 0), cost(6, 2, 100, 0)),
    warm: pair(cost(1, 3, 150, 0), cost(4, 2, 100, 0)),
    short: pair(cost(5, 7, 90, 0), cost(1, 1, 100, 0)),
    one: pair(cost(9, 8, 90, 6), cost(9, 4, 100, 3)),
    two: pair(cost(9, 8, 90, 4), cost(9, 4, 100, null)),
  },
});

test("ratios are Atoll's over pocl's, speed-ups one worker's time over that of two", (t) => {
  const [row] = [rowOf('A', 2)];
  const values = Object.fromEntries(COLUMNS.map(({ key, of }) => [key, of(row.costs)]));
  t.deepEqual(values, {
    coldCpu: 2,
    coldWall: 0.5,
    warmCpu: 1.5,
    warmWall: 0.25,
    shortCpu: 7,
    shortWall: 5,
    oneCpu: 2,
    oneKernels: 2,
    twoAtoll: 1.5,
    // Without a word of the program about its kernels, all of its time counts.
    twoPocl: 3 / 9,
    memory: 1.5,
  });
});

test('means are geometric, and the three worst come first', (t) => {
  const rows = [1, 8, 2, 4].map((factor) => rowOf(`P${factor}`, factor));
  const cold = summariesOf(rows).find(({ key }) => key === 'coldCpu')!;
  // The fourth root of 64.
  t.true(Math.abs(cold.mean! - 2 * Math.SQRT2) < 1e-9);
  t.deepEqual(
    cold.worst.map(({ program }) => program),
    ['P8', 'P4', 'P2'],
  );
  const [slow, quick] = [rowOf('slow', 1), rowOf('quick', 1)];
  const two = pair(cost(9, 8, 90, 2), cost(9, 4, 100, 2));
  const gains = summariesOf([{ ...quick, costs: { ...quick.costs, two } }, slow]);
  t.is(gains.find(({ key }) => key === 'twoAtoll')!.worst[0]!.program, 'slow');
  const lines = tableText(rows).split('\n');
  t.regex(lines.find((line) => line.startsWith('P4'))!, /^P4 +4\.00 +0\.50 +1\.50 /);
  t.regex(lines.find((line) => line.startsWith('worst of cold CPU'))!, /P8 8\.00, P4 4\.00, P2 2\.00$/);
});

test('a program of others has no turns', (t) => {
  const { short: _, ...costs } = rowOf('A', 2).costs;
  const lines = tableText([{ program: 'A', costs }]).split('\n');
  t.regex(lines.find((line) => line.startsWith('A '))!, /^A +2\.00 +0\.50 +1\.50 +0\.25 +- +- +2\.00 /);
  t.false(lines.some((line) => line.startsWith('worst of short')));
});

test('a program is measured in all situations, beside pocl', (t) => {
  t.timeout(1_200_000);
  const args = [MAIN, '--quick', '--programs', 'binarysearch', '--json', '-'];
  const text = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const { rows, failures, pocl } = JSON.parse(text) as {
    readonly rows: readonly Row[];
    readonly failures: readonly string[];
    readonly pocl: string;
  };
  t.deepEqual(failures, []);
  t.true(pocl.length > 0);
  t.deepEqual(
    rows.map(({ program }) => program),
    ['BinarySearch'],
  );
  for (const situation of SITUATIONS)
    for (const { wall, cpu, memory, kernels } of Object.values(rows[0]!.costs[situation]!)) {
      t.true(wall > 0 && cpu > 0 && memory > 1, situation);
      t.true(kernels !== null && kernels >= 0, situation);
    }
});

for (const [args, message] of [
  [['--rounds', '0'], /--rounds takes a whole number above 0, not '0'/],
  [['--programs', 'nothing'], /no program is called 'nothing'/],
] as const)
  test(`${args.join(' ')} is refused`, (t) => {
    const error = t.throws(() => execFileSync(process.execPath, [MAIN, ...args], { stdio: 'pipe' }));
    t.regex(String((error as { stderr?: Buffer }).stderr), message);
  });
