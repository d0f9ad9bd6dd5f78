// `atoll time --html`: one file without network whose sections are all drawn, in a real browser with both themes.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'ava';
import { timingHtml } from '../../src/report/timing/html.js';
import { simulated } from '../../src/report/timing/simulated.js';
import { readConfiguration } from '../../src/timing/config/configuration.js';
import { scratchFolder } from '../cli/atoll.js';
import { KERNELS, read, record, SHAPE } from '../timing/recorded.js';
import { Browser } from './browser.js';

test('a page about simulated time compares two chips, and draws everything of both', async (t) => {
  const page = read(record(KERNELS['accesses of all kinds']!, SHAPE), (records) =>
    timingHtml(['tahiti', 'pitcairn'].map((chip) => simulated(records, readConfiguration(chip)))),
  );
  t.notRegex(page, /(?:src|href)="(?!#)/);
  const file = join(scratchFolder(t), 'page.html');
  writeFileSync(file, page);
  const browser = await Browser.start();
  t.teardown(() => browser.close());
  const blank = `return [...document.querySelectorAll('canvas')].filter((c) => !c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v) => v !== 0)).map(({ id }) => id)`;
  for (const theme of ['light', 'dark'] as const) {
    await browser.prefer(theme);
    await browser.open(pathToFileURL(file).href);
    t.deepEqual(await browser.run(blank), [], theme);
  }
  t.deepEqual(await browser.errors(), []);
  const titles = await browser.run<string[]>(
    'return [...document.querySelectorAll("section h2")].map((h) => h.textContent)',
  );
  const sections = [
    'Speed of light',
    'Roofline',
    'Stalls',
    'Memory chart',
    'Occupancy',
    'Compute units over time',
    'Source and instructions',
    'Configuration',
  ];
  t.deepEqual(titles, ['pitcairn beside tahiti', ...sections, ...sections]);
  // Only differing parameters and results are listed.
  const text = await browser.run<string>('return document.querySelector("section").textContent');
  t.regex(text, /gpu\.computeUnits3220-37\.5 %/);
  t.notRegex(text, /computeUnit\.simds/);
  const cycles = await browser.run<string>('return document.querySelector(".numbers dd").textContent');
  t.true(text.includes(`${cycles}`), cycles);
  // Each instruction has its lanes and lines, and guesses are named.
  const code = await browser.run<string>('return document.getElementById("code0").closest("section").textContent');
  t.regex(code, /buffer_load_dwordx4 v\[8:11\]/);
  t.regex(await browser.run('return document.querySelector(".warning").textContent'), /dispatcher\.cyclesBeforeLaunch/);
  // A row for each compute unit, of which only the first three have work.
  t.deepEqual(await browser.run('return data[0].resident.map((row) => row.some((part) => part > 0)).slice(0, 5)'), [
    true,
    true,
    true,
    false,
    false,
  ]);
});
