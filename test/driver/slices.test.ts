// How long a thread works on a launch before it looks around.

import test from 'ava';
import { Slices } from '../../src/driver/core/processor/time-slices.js';
import type { Dispatch } from '../../src/emulator/dispatch.js';

/** The budgets of the first `count` slices of a launch. */
function budgets(runsGroups: boolean, count: number, isMeasured = false): readonly number[] {
  const budgetList: number[] = [];
  const run = (budget = 0): 'budget' => {
    budgetList.push(budget);
    return 'budget';
  };
  const slices = new Slices(isMeasured);
  for (let slice = 0; slice < count; slice++) slices.run({ runsGroups, run, counts: { workGroups: 0 } } as Dispatch);
  return budgetList;
}

test('an interpreter looks around after 20,000 wave-instructions, always', (t) => {
  t.deepEqual(budgets(false, 3), [20_000, 20_000, 20_000]);
});

test('slices of compiled code double, up to a limit', (t) => {
  t.deepEqual(budgets(true, 6), [20_000, 40_000, 80_000, 160_000, 320_000, 320_000]);
});

test('slices: the first one of an earlier kernel is as long as the others', (t) => {
  t.deepEqual(budgets(true, 2, true), [320_000, 320_000]);
  t.deepEqual(budgets(false, 2, true), [20_000, 20_000]);
});
