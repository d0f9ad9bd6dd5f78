// Observed events, from the options of a run, and the engines that report them.

import test from 'ava';
import { RUN_OPTIONS, resolve, type Settings } from '../../src/config/config.js';
import type { InstrumentOrder, Observation } from '../../src/instruments/instrument.js';
import {
  seesAccesses,
  seesInstructions,
  seesRecords,
  watchSettings,
} from '../../src/threads/instrumentation-settings.js';

const settings = (more: Partial<Settings> = {}): Settings => ({ ...resolve(RUN_OPTIONS, {}, {}).settings, ...more });
const orders = (...observed: readonly Observation[]): InstrumentOrder[] =>
  observed.map((observes) => ({ observes }) as unknown as InstrumentOrder);
const watching = (...observed: readonly Observation[]) => watchSettings(settings(), orders(...observed));

test('instrumentation is off unless it is requested', (t) => {
  t.is(watching(), undefined);
  for (const sees of [seesAccesses, seesInstructions, seesRecords]) t.false(sees(undefined));
  t.deepEqual(watchSettings(settings({ break: ['k'] }), []), { breaks: ['k'] });
});

test('compiled code shows accesses; values only where they are all that is looked at', (t) => {
  t.true(seesRecords(watching('accesses')));
  t.true(seesRecords(watching('values')));
  t.false(seesRecords(watching('values', 'accesses')));
  t.false(seesRecords(watching('instructions', 'accesses')));
  t.false(seesRecords(watchSettings(settings({ break: ['k'] }), orders('values'))));
  t.true(seesInstructions(watching('instructions')));
  t.false(seesAccesses(watching('instructions')));
});

test('commands of a debugger without a breakpoint are refused', (t) => {
  t.throws(() => watchSettings(settings({ breakCommands: 'file' }), []), { code: 'BAD_OPTION' });
});
