// The table of the situations: the parts of its ratios, and a measurement. Times are not asserted on.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { judgementOf, judgementText } from '../../benchmarks/situations/judgement.js';
import { EFFORT } from '../../benchmarks/situations/measure.js';
import { pageOf } from '../../benchmarks/situations/page.js';
import { limitOf, type Profile, profileOf, slowestOf } from '../../benchmarks/situations/profile.js';
import { SituationProgress } from '../../benchmarks/situations/progress.js';
import {
  COLUMNS,
  type RatioPair,
  type RatioRow,
  SITUATIONS,
  type SituationCost,
  summariesOf,
  tableText,
} from '../../benchmarks/situations/ratios.js';
import { rowsToGoOnWith, SCHEMA } from '../../benchmarks/situations/results.js';
import { machineInfo } from '../../src/bench/machine-info.js';
import { root } from '../../src/util/paths.js';
import { temporaryFolder } from '../../src/util/temporary.js';

const MAIN = join(root, 'dist/benchmarks/situations/main.js');
const cost = (wall: number, cpu: number, memory: number, kernels: number | null): SituationCost => ({
  wall,
  cpu,
  memory,
  kernels,
  launches: kernels === null ? null : 100,
});
const pair = (atoll: SituationCost, pocl: SituationCost): RatioPair => ({ atoll, pocl });

/** Cold costs `factor` times pocl's CPU time. */
const rowOf = (program: string, factor: number): RatioRow => ({
  program,
  costs: {
    coldSmall: pair(cost(3, factor, 90, 0), cost(6, 2, 100, 0)),
    cold: pair(cost(3, 2 * factor, 90, 0), cost(6, 2, 100, 0)),
    warm: pair(cost(1, 3, 150, 0), cost(4, 2, 100, 0)),
    short: pair(cost(5, 7, 90, 0), cost(1, 1, 100, 0)),
    unaided: pair(cost(9, 8, 90, 9), cost(9, 4, 100, 3)),
    one: pair(cost(9, 8, 90, 6), cost(9, 4, 100, 3)),
    two: pair(cost(9, 8, 90, 4), cost(9, 4, 100, null)),
  },
});

test("ratios are Atoll's over pocl's, speed-ups one worker's time over that of two", (t) => {
  const [row] = [rowOf('A', 2)];
  const values = Object.fromEntries(COLUMNS.map(({ key, of }) => [key, of(row.costs)]));
  t.deepEqual(values, {
    coldSmallCpu: 1,
    coldCpu: 2,
    coldWall: 0.5,
    warmCpu: 1.5,
    warmWall: 0.25,
    shortCpu: 7,
    shortWall: 5,
    unaidedKernels: 3,
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
  t.regex(lines.find((line) => line.startsWith('P4'))!, /^P4 +2\.00 +4\.00 +0\.50 +1\.50 /);
  t.regex(lines.find((line) => line.startsWith('worst of cold CPU'))!, /P8 8\.00, P4 4\.00, P2 2\.00$/);
});

test('a program of others has no turns', (t) => {
  const { short: _, coldSmall: __, ...costs } = rowOf('A', 2).costs;
  const lines = tableText([{ program: 'A', costs }]).split('\n');
  t.regex(lines.find((line) => line.startsWith('A '))!, /^A +- +2\.00 +0\.50 +1\.50 +0\.25 +- +- +3\.00 +2\.00 /);
  t.false(lines.some((line) => line.startsWith('worst of short')));
});

test('wrong results of pocl: the row is marked and left out of all means', (t) => {
  const rows = [rowOf('A', 2), { ...rowOf('B', 8), poclFails: 'Test Failed' }];
  const summaries = summariesOf(rows);
  t.true(summaries.every(({ worst }) => worst.length === 1 && worst[0]!.program === 'A'));
  t.is(summaries.find(({ key }) => key === 'coldCpu')!.mean, 2);
  const [, cold] = judgementOf(rows, []);
  t.deepEqual([cold!.of, cold!.worst.map(({ program }) => program)], [2, ['A', 'A']]);
  const lines = tableText(rows).split('\n');
  t.regex(lines.find((line) => line.startsWith('B'))!, /^B \(!\) +4\.00 +8\.00 +0\.50 /);
  t.true(lines.includes('(!) B: right on Atoll, wrong on pocl, so in no mean: Test Failed'));
});

test('the page of third-party programs has their measurements, in seconds too', (t) => {
  const quiet = (row: RatioRow): RatioRow => {
    const { short: _, coldSmall: __, one, ...costs } = row.costs;
    const silent = { atoll: { ...one.atoll, kernels: null }, pocl: { ...one.pocl, kernels: null } };
    return { program: row.program, costs: { ...costs, one: silent } };
  };
  const page = (rows: readonly RatioRow[]): string =>
    pageOf({
      commit: null,
      pocl: 'pocl',
      machine: machineInfo(),
      effort: EFFORT,
      rows,
      failures: ['C: there is no /c'],
      judgement: [],
      profiles: [],
      clients: true,
    });
  const silent = page([quiet(rowOf('A', 2)), { ...quiet(rowOf('B', 4)), poclFails: 'Failed' }]);
  const head = ['cold CPU', 'cold wall', 'warm CPU', 'warm wall', '1 worker CPU', 'warm memory'];
  t.true(silent.includes(`|  | ${head.join(' | ')} |`));
  t.true(silent.includes('| A | 2.00 | 0.50 | 1.50 | 0.25 | 2.00 | 1.50 |'));
  t.true(silent.includes('| B (!) | 4.00 | 0.50 | 1.50 | 0.25 | 2.00 | 1.50 |'));
  t.regex(silent, /\n\(!\) B: right on Atoll.*\n\nNot measured: C: there is no \/c\n/);
  const { short: _, coldSmall: __, ...costs } = rowOf('A', 2).costs;
  t.true(page([{ program: 'A', costs }, quiet(rowOf('B', 4))]).includes(' | 1 worker kernels | '));
});

test('the judgement has speeds, the gain of launches that are long, and the times of starts', (t) => {
  const [long, brief] = [rowOf('long', 1), rowOf('brief', 4)];
  const launches = { ...brief.costs.one.atoll, launches: 100_000 };
  const rows = [long, { ...brief, costs: { ...brief.costs, one: { ...brief.costs.one, atoll: launches } } }];
  const started = [
    { name: 'node -e 0', unit: 'ms' as const, least: 30, median: 40 },
    { name: 'atoll run -- /bin/true', unit: 'ms' as const, least: 80, median: 85 },
  ];
  const [warm, cold, unaided, wavefront, two, empty, start] = judgementOf(rows, started);
  // One worker takes 6 seconds where pocl takes 3.
  t.is(warm!.found, 0.5);
  // Small: 1/2 and 4/2; default: 1 and 4.
  t.true(Math.abs(cold!.found! - Math.SQRT2) < 1e-9);
  t.true(Math.abs(unaided!.found! - 1 / 3) < 1e-9);
  t.deepEqual([two!.found, two!.of, two!.worst.map(({ program }) => program)], [1.5, 1, ['long']]);
  t.deepEqual([wavefront!.found, empty!.found, start!.found], [null, null, 45]);
  const lines = judgementText([warm!, cold!, empty!, { ...start!, found: 9 }]).split('\n');
  t.regex(lines[1]!, /0\.50 x +1\.50 x +2\.00 x {2}missed \(mean of 2; worst: long 0\.50, brief 0\.50\)$/);
  t.regex(lines[3]!, /- µs +25\.0 µs +15\.0 µs {2}not measured$/);
  t.regex(lines[4]!, /9\.00 ms +20\.0 ms +10\.0 ms {2}dream$/);
});

test('an interrupted run continues with its rows, unless they could not stand beside new ones', (t) => {
  const folder = temporaryFolder('situations-');
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'situations.json');
  const rows = [{ ...rowOf('A', 2), seconds: 12 }];
  writeFileSync(file, JSON.stringify({ schema: SCHEMA, commit: 'abc', effort: EFFORT, rows, more: 1 }));
  t.deepEqual(rowsToGoOnWith(file, EFFORT, 'abc'), rows);
  t.throws(() => rowsToGoOnWith(file, EFFORT, 'def'), { message: /measured at commit abc, this is def$/ });
  t.throws(() => rowsToGoOnWith(file, { ...EFFORT, rounds: 9 }, 'abc'), { message: /has rounds 3, this run 9$/ });
  writeFileSync(file, JSON.stringify({ schema: SCHEMA, commit: 'abc', effort: EFFORT, rows: [{ program: 'A' }] }));
  t.throws(() => rowsToGoOnWith(file, EFFORT, 'abc'), { message: /is not a file of situations:[\s\S]*costs/ });
});

test('a profile has the parts of a run, and the largest of them', (t) => {
  const kernel = {
    seconds: 3,
    translationSeconds: 0.5,
    compilationSeconds: 0.25,
    instructions: { salu: 10, valu: 20 },
  };
  const text = JSON.stringify({
    wallSeconds: 8,
    builds: { count: 1, seconds: 1 },
    compilations: { seconds: 2 },
    launchCount: 7,
    kernels: [kernel, kernel],
  });
  const profile = profileOf('A', 'cold', text);
  const { program: _, situation: __, ...parts } = profile;
  t.deepEqual(parts, {
    wall: 8,
    builds: 1,
    translation: 1,
    compilation: 0.5,
    execution: 4.5,
    rest: 1,
    beside: 2,
    launches: 7,
    instructions: 60,
  });
  t.is(limitOf(profile), 'execution 56 %');
  const slowest = slowestOf([1, 8, 2, 4].map((factor) => rowOf(`P${factor}`, factor)));
  // By CPU time, and by wall time, which is the same for all of them.
  t.deepEqual(slowest.get('cold'), ['P8', 'P4', 'P2', 'P1']);
});

test('progress estimates the remaining time from measured rows', (t) => {
  let text = '';
  const stream = { isTTY: true, write: (more: string): boolean => (text += more) !== '' } as const;
  const progress = new SituationProgress(4, 30, stream);
  progress.begins('A', 'cold');
  t.regex(text, /\[\.+\] 1 of 4: A, cold; about 2 min left$/);
  progress.ended(10);
  progress.begins('B', 'warm');
  t.regex(text, /\[######\.+\] 2 of 4: B, warm; about 30 s left$/);
});

test('a program is measured in all situations, beside pocl', (t) => {
  t.timeout(1_200_000);
  const folder = temporaryFolder('situations-');
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const page = join(folder, 'page.md');
  const args = [MAIN, '--quick', '--programs', 'binarysearch', '--profile', '--markdown', page, '--json', '-'];
  const text = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const { rows, failures, profiles, pocl } = JSON.parse(text) as {
    readonly rows: readonly RatioRow[];
    readonly failures: readonly string[];
    readonly profiles: readonly Profile[];
    readonly pocl: string;
  };
  t.deepEqual(failures, []);
  t.true(pocl.length > 0);
  t.deepEqual(
    rows.map(({ program }) => program),
    ['BinarySearch'],
  );
  t.deepEqual(
    profiles.map(({ situation }) => situation),
    [...SITUATIONS],
  );
  for (const { wall, builds, translation, compilation, execution, rest, launches, situation } of profiles) {
    const parts = builds + translation + compilation + execution + rest;
    t.true(builds > 0 && execution > 0 && launches > 0 && Math.abs(parts - wall) < 1e-6, situation);
  }
  t.regex(readFileSync(page, 'utf8'), /^\| BinarySearch \|( \d+\.\d\d \|){13}$/m);
  for (const situation of SITUATIONS)
    for (const { wall, cpu, memory, kernels } of Object.values(rows[0]!.costs[situation]!)) {
      t.true(wall > 0 && cpu > 0 && memory > 1, situation);
      t.true(kernels !== null && kernels >= 0, situation);
    }
});

test('a program that is wrong on pocl only is measured, and one that is wrong on Atoll is not', (t) => {
  t.timeout(600_000);
  const folder = temporaryFolder('situations-');
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const script = (name: string, wrongOn: string): object => {
    const text = `#!/bin/sh\ncase "$POCL_CACHE_DIR" in ${wrongOn}) echo "Failed on: $POCL_CACHE_DIR" ;; *) echo Passed! ;; esac\n`;
    writeFileSync(join(folder, name), text, { mode: 0o755 });
    return { name, program: name, pattern: '^Passed!$' };
  };
  const programs = [script('wrong-on-pocl', '?*'), script('wrong-on-both', '*')];
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ programs }));
  const args = [MAIN, '--quick', '--manifest', join(folder, 'manifest.json'), '--json', '-'];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const { rows, failures } = JSON.parse(stdout) as {
    readonly rows: readonly RatioRow[];
    readonly failures: readonly string[];
  };
  t.deepEqual(
    rows.map(({ program }) => program),
    ['wrong-on-pocl'],
  );
  t.regex(rows[0]!.poclFails!, /^Failed on: .*pocl/);
  t.deepEqual([status, failures.length], [1, 1]);
  t.regex(failures[0]!, /^wrong-on-both on atoll: FAIL Failed on/);
});

for (const [args, message] of [
  [['--sources', '/tmp'], /--sources goes with --clients/],
  [['--rounds', '0'], /--rounds takes a whole number above 0, not '0'/],
  [['--programs', 'nothing'], /there is no program 'nothing'/],
] as const)
  test(`${args.join(' ')} is refused`, (t) => {
    const error = t.throws(() => execFileSync(process.execPath, [MAIN, ...args], { stdio: 'pipe' }));
    t.regex(String((error as { stderr?: Buffer }).stderr), message);
  });
