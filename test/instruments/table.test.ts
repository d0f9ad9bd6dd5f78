// Built-in instruments: every folder has its rows, and an option has no effect alone.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { REPLAY_OPTIONS } from '../../src/cli/command-line/options.js';
import { runPlanOf, withSettings } from '../../src/cli/commands/run/run-plan.js';
import { RUN_OPTIONS, resolve } from '../../src/config/config.js';
import { selectedInstruments } from '../../src/instruments/table.js';
import { AtollError } from '../../src/util/errors.js';
import { root } from '../../src/util/paths.js';

const folder = join(root, 'src', 'instruments');
const TABLES = { options: 'options.ts', collect: 'collectors.ts', worker: 'worker-modules.ts' };

test('each file of an instrument that another thread or the command line loads has its row', (t) => {
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []));
  t.true(names.length > 1);
  for (const name of names)
    for (const [part, table] of Object.entries(TABLES)) {
      const exists = readdirSync(join(folder, name)).includes(`${part}.ts`);
      const row = `'./${name}/${part}.js'`;
      t.is(readFileSync(join(folder, table), 'utf8').includes(row), exists, `${row} in ${table}`);
    }
});

test('an option of an instrument needs the one that selects it', async (t) => {
  const selected = (flags: object) => selectedInstruments(resolve(RUN_OPTIONS, { ...flags }, {}).settings);
  t.deepEqual(await selected({}), []);
  const [coverage, statistics, none] = await selected({ stats: 'values', statsBy: 'line', coverage: 'run.cov' });
  t.deepEqual(
    [statistics?.name, statistics?.observes, coverage?.name, none],
    ['statistics', 'values', 'coverage', undefined],
  );
  const error = await t.throwsAsync(selected({ statsCsv: 'a.csv' }), { instanceOf: AtollError, code: 'BAD_OPTION' });
  t.is(error?.message, '--stats-csv needs --stats');
});

test('recorded launches take the options of every instrument that can observe them', (t) => {
  const optionsWith = (start: string): string[] => Object.keys(RUN_OPTIONS).filter((key) => key.startsWith(start));
  for (const key of [...optionsWith('stats'), ...optionsWith('timing'), 'summary', 'reportJson', 'checkLds', 'byLine'])
    t.true(REPLAY_OPTIONS.includes(key), key);
  // These need a program, its builds, or its calls.
  for (const key of ['coverage', 'report', 'trace', 'traceSpans', 'onFault', 'devices', 'debugInfo', 'backend'])
    t.false(REPLAY_OPTIONS.includes(key), key);
});

test('instruments follow a device that is chosen later; those of a command stay', async (t) => {
  const own = { name: 'own' };
  const plan = await runPlanOf({ timing: 'device' }, () => [own]);
  const { instruments } = await withSettings(plan, { ...plan.settings, device: 'oland' });
  t.like(instruments[1], { name: 'timing', options: { chips: ['oland'] } });
  t.is(instruments[0], own);
});
