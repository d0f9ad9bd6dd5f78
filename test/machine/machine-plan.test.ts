// Parts of a machine, from its options: chips, threads, and caches.

import test from 'ava';
import { RUN_OPTIONS, resolve, type Settings } from '../../src/config/config.js';
import { MAX_WORKERS } from '../../src/emulator/state.js';
import type { Instrument } from '../../src/instruments/instrument.js';
import type { MachineOptions } from '../../src/machine/machine-options.js';
import { planMachine } from '../../src/machine/machine-plan.js';

const plan = (
  settings: Partial<Settings> = {},
  instruments: readonly Instrument[] = [],
  more: Partial<MachineOptions> = {},
) =>
  planMachine(
    { settings: { ...resolve(RUN_OPTIONS, {}, {}).settings, ...settings }, report: () => undefined, ...more },
    instruments,
  );

test('chips are those of --devices, or the one of --device; ROCm finds those that it supports', (t) => {
  const { chips, rocm } = plan({ devices: ['tahiti', 'vega20'] });
  t.deepEqual(
    chips.map(({ llvm }) => llvm),
    ['gfx600', 'gfx906'],
  );
  t.deepEqual(rocm, ['gfx906']);
  t.is(plan({ device: 'vega20' }).chips.length, 1);
  t.throws(() => plan({ maxWorkGroupSize: 100 }), { code: 'BAD_OPTION' });
});

test('options that follow one compute unit: the machine has one thread', (t) => {
  t.is(plan({ workers: 3 }).thread.workers, 3);
  t.is(plan({ workers: 1000 }).thread.workers, MAX_WORKERS);
  t.is(plan({ workers: 3, break: ['k'] }).thread.workers, 1);
  t.is(plan({ workers: 3, lockstep: ['jit', 'oracle'] }).thread.workers, 1);
});

test('numbers of launches are kept where an output has them', (t) => {
  t.false(plan().thread.keepsAccount);
  t.true(plan({}, [], { onLaunch: () => undefined }).thread.keepsAccount);
  t.true(plan({}, [{ name: 'own', needs: { launches: true } } as Instrument]).thread.keepsAccount);
});

test('without a cache no thread has its folder', (t) => {
  t.is(plan({ cache: false }).thread.cacheDir, undefined);
  t.is(plan({ cache: true, cacheDir: '/nowhere' }).thread.cacheDir, '/nowhere');
  t.is(plan({ timeout: 2 }).thread.timeoutMs, 2000);
});
