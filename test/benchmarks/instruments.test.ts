// benchmarks/instruments: measured runs have the right result; tables and mistakes.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { CHECK_HEAD, checkText } from '../../benchmarks/instruments/checking.js';
import { costCommands, costTable, INSTRUMENTS } from '../../benchmarks/instruments/costs.js';
import { leastAndMedian } from '../../benchmarks/instruments/meter.js';
import { scratchFolder } from '../cli/atoll.js';
import { build, root } from './programs.js';

const main = (...args: readonly string[]) =>
  execa(process.execPath, [join(root, 'dist/benchmarks/instruments/main.js'), ...args], { reject: false });

test('a program is measured both ways, where there is an Oclgrind', async (t) => {
  await build(['VectorAdd']);
  const file = join(scratchFolder(t), 'check.json');
  const { stdout, stderr, exitCode } = await main(
    '--programs',
    'VectorAdd',
    '--size',
    'small',
    '--rounds',
    '1',
    '--json',
    file,
  );
  t.is(exitCode, 0, stderr);
  t.regex(stdout, /^\| program .*\n.*\n\| VectorAdd \| \d+\.\d\d \| (\d+\.\d\d|not installed) \|/);
  const { schema, rows } = JSON.parse(readFileSync(file, 'utf8'));
  t.is(schema, 'atoll-instruments-1');
  t.true(rows[0].atoll.least > 0);
});

test('instruments: timeouts and missing values appear in the table', async (t) => {
  await build(['VectorAdd']);
  const { stdout } = await main('--programs', 'VectorAdd', '--size', 'large', '--rounds', '1', '--limit', '1');
  t.regex(stdout, /\| VectorAdd \| (over 1|\d+\.\d\d) \|/);
  for (const [args, pattern] of [
    [['--series', 'none'], /there is no series 'none'/],
    [['--programs', 'Nothing'], /the suite has no program Nothing/],
    [['--size', 'huge'], /there is no size 'huge'/],
    [['--rounds', '0'], /--rounds takes a whole number above 0/],
    [['--series', 'cost', '--beside', 'nowhere'], /nowhere has no bin\/atoll: give the folder of a build/],
    [['--beside', '.'], /--beside goes with --series cost/],
  ] as const) {
    const { exitCode, stderr } = await main(...args);
    t.is(exitCode, 1);
    t.regex(stderr, pattern);
  }
});

test('tables: times beside one another, and missing values', (t) => {
  t.deepEqual(leastAndMedian([3, 1, 2]), { least: 1, median: 2 });
  const [one, two] = [leastAndMedian([1]), leastAndMedian([2.5])];
  t.is(checkText({ name: 'A', atoll: one, oclgrind: two }), '| A | 1.00 | 2.50 | 2.5 |');
  t.is(checkText({ name: 'A', atoll: one, oclgrind: 'over 30' }), '| A | 1.00 | over 30 | - |');
  t.is(CHECK_HEAD.split('\n').length, 2);
  const cost = (ratio: number, wallRatio: number) => ({ seconds: 2 * ratio, ratio, wall: 4 * wallRatio, wallRatio });
  const plain = { plain: 2, plainWall: 4 };
  const rows = [
    { name: 'A', ...plain, ratios: { '--trace': cost(2, 4) } },
    { name: 'B', ...plain, ratios: { '--trace': cost(8, 1), '-g': cost(1, 1) } },
  ];
  t.deepEqual(costTable(rows, ['--trace', '-g', 'atoll check']).split('\n'), [
    '| processor time | none | `--trace` | `-g` | `atoll check` |',
    '|---|---:|---:|---:|---:|',
    '| A | 2.00 s | 2.00 | too long | too long |',
    '| B | 2.00 s | 8.00 | 1.00 | too long |',
    '| geometric mean | | 4.00 | 1.00 | - |',
    '',
    '| time that passed | none | `--trace` | `-g` | `atoll check` |',
    '|---|---:|---:|---:|---:|',
    '| A | 4.00 s | 4.00 | too long | too long |',
    '| B | 4.00 s | 1.00 | 1.00 | too long |',
    '| geometric mean | | 2.00 | 1.00 | - |',
  ]);
  const other = 'the other build, plain';
  t.deepEqual(Object.keys(costCommands(INSTRUMENTS)), Object.keys(INSTRUMENTS));
  t.deepEqual(costCommands(INSTRUMENTS, root)[other], [join(root, 'bin', 'atoll'), 'run']);
  const beside = costTable([{ name: 'A', ...plain, ratios: { [other]: cost(1, 1) } }], [other]);
  t.regex(beside, /^\| processor time \| none \| the other build, plain \|$/m);
});
