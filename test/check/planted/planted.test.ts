// Planted bugs: each is found, by kind and kernel; the same kernels without them give no finding at all.

import test from 'ava';
import { BOUNDS } from './bounds.js';
import type { PlantedCase } from './case.js';
import { RACES } from './races.js';
import { check, runner } from './run.js';
import { UNINITIALISED } from './uninitialised.js';

const SETS: Readonly<Record<string, readonly PlantedCase[]>> = {
  bounds: BOUNDS,
  races: RACES,
  uninitialised: UNINITIALISED,
};

for (const [name, cases] of Object.entries(SETS)) {
  test(`planted bugs are found: ${name}`, async (t) => {
    const { status, stdout, stderr, findings } = await check(t, runner(t), cases, true);
    t.is(stdout, 'done', stderr);
    t.is(status, 1);
    const missed = cases.filter(
      ({ name: kernel, kind }) => !findings.some((each) => each.kernel === kernel && each.kind === kind),
    );
    t.deepEqual(
      missed.map(({ name: kernel, kind, where }) => `${kernel}: ${kind}, ${where}`),
      [],
    );
  });

  test(`the same kernels without bugs give no finding: ${name}`, async (t) => {
    const { status, stdout, stderr, findings } = await check(t, runner(t), cases, false);
    t.is(stdout, 'done', stderr);
    t.deepEqual(
      findings.map(({ kernel, kind, message }) => `${kernel}: ${kind}: ${message}`),
      [],
    );
    t.is(status, 0);
  });
}

test('there are more than sixty of them, of every kind', (t) => {
  const all = Object.values(SETS).flat();
  t.true(all.length >= 60, String(all.length));
  t.is(new Set(all.map(({ name }) => name)).size, all.length);
});
