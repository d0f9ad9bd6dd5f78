// The end of a launch by an error is a finding too; memory for shadows is bounded; equal findings are one.

import test from 'ava';
import { cases, type PlantedCase } from './planted/case.js';
import { check, runner } from './planted/run.js';

const [WILD] = cases('out-of-bounds', [
  [
    'wild',
    'address without memory',
    [64, 64],
    'zero 256',
    '(global int* p) { int i = get_global_id(0); p[BUG(i + 500000000, i)] = 1; }',
  ],
]) as [PlantedCase];
for (const planted of [WILD]) {
  test(`an error that ends the launch is a finding: ${planted.kind}, ${planted.where}`, async (t) => {
    const { status, stdout, findings } = await check(t, runner(t), [planted], true);
    // The program sees that its launch has failed, and its own status stays.
    t.is(status, 3);
    t.regex(stdout, new RegExp(`^${planted.name}: -`));
    t.deepEqual(
      findings.map(({ kind, kernel }) => [kind, kernel]),
      [[planted.kind, planted.name]],
    );
    t.deepEqual((await check(t, runner(t), [planted], false)).findings, []);
  });
}

/** Work-groups write 8 MiB, whose shadow would take 48; the last of them writes where the first has written. */
const [LARGE] = cases('race', [
  [
    'large',
    'buffer',
    [32768, 64],
    'zero 8388608',
    '(global int* p) { int i = get_global_id(0); for (int k = 0; k < 64; k++) p[k * 32768 + i] = i + 1; if (i == BUG(32767, 40000)) p[0] = 9; }',
  ],
]) as [PlantedCase];

test('memory for shadows is bounded: dropped shadows are reported, and there is no false finding', async (t) => {
  const program = runner(t);
  const enough = await check(t, program, [LARGE], true, ['race']);
  t.is(enough.findings.length, 1);
  t.notRegex(enough.stderr, /forgotten/);
  const little = await check(t, program, [LARGE], false, ['race'], ['--shadow-memory', '2']);
  t.deepEqual(little.findings, []);
  t.regex(little.stderr, /\d+ pages of shadow memory were evicted: races there may be missed \(--shadow-memory\)/);
});

const [MANY] = cases('out-of-bounds', [
  [
    'many',
    'buffer',
    [4096, 64],
    'zero 16384',
    '(global int* p) { int i = get_global_id(0); p[BUG(i + 4096, i)] = 1; }',
  ],
]) as [PlantedCase];

test('equal findings are one, with a count', async (t) => {
  const { findings } = await check(t, runner(t), [MANY], true);
  t.deepEqual(
    findings.map(({ count }) => count),
    [4096],
  );
});
