// `atoll report A B`: two runs whose sources differ, as text, as JSON, and as a page in a real browser; files that are
// no reports.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'ava';
import type { RunComparison } from '../../src/report/compare/comparison.js';
import { RUN_REPORT_SCHEMA } from '../../src/report/run-report-limits.js';
import { atoll, compile, kernelProgram, run, scratchFolder } from '../cli/atoll.js';
import { Browser } from './browser.js';

/** Eight wavefronts pass so many barriers. */
const kernel = (turns: number, above = ''): string => `${above}kernel void k(global int* p) {
  int sum = 0;
  for (int n = 0; n < ${turns} + (int)(get_num_groups(0) >> 20); n++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += n * get_local_id(0);
  }
  p[get_global_id(0)] = sum; // </script> & <b>
}`;
const [WAVEFRONTS, A_TURNS, B_TURNS] = [8, 6, 9];

test('two runs are compared as text, as JSON and in a browser', async (t) => {
  const folder = scratchFolder(t);
  const files = ['a.json', 'b.json'].map((name) => join(folder, name));
  // The second source has two lines more above: its lines are found again.
  const texts = [kernel(A_TURNS), kernel(B_TURNS, '// one\n// two\n')];
  for (const [n, file] of files.entries()) {
    const guest = compile(t, kernelProgram(texts[n]!, 512));
    const { exitCode, stderr } = await run([guest], ['-g', '--report-json', file]);
    t.is(exitCode, 0, String(stderr));
  }
  const { stdout } = await atoll(['report', ...files, '--json']);
  const { kernels, launches, totals } = JSON.parse(String(stdout)) as RunComparison;
  const [only] = kernels;
  const numberOf = (name: string) => {
    const { a, b } = [...only!.numbers, ...only!.mix].find((one) => one.name === name)!;
    return [a, b];
  };
  t.deepEqual([kernels.length, only!.kernel], [1, 'k']);
  t.deepEqual(numberOf('barrier'), [WAVEFRONTS * A_TURNS, WAVEFRONTS * B_TURNS]);
  t.deepEqual(numberOf('wavefronts'), [WAVEFRONTS, WAVEFRONTS]);
  t.deepEqual(
    launches.map(({ a, b }) => a === b && a?.startsWith('512×1×1')),
    [true],
  );
  t.true(totals.every(({ a }) => a !== null));
  const barrier = only!.lines!.find(({ text }) => text.includes('barrier('))!;
  t.deepEqual([barrier.lineA, barrier.lineB], [4, 6]);
  t.is(barrier.b / barrier.a, B_TURNS / A_TURNS);
  t.false(
    only!.lines!.some(({ text }) => text.includes('p[get_global_id')),
    'what has not changed is not there',
  );
  const text = String((await atoll(['report', ...files])).stdout);
  t.regex(text, /^ {2}barrier +48 +72 +\+50\.0 %$/m);
  t.regex(text, /:4:6 +\S+ +\S+ +\+50\.0 % +barrier\(/);

  const page = join(folder, 'diff.html');
  const written = await atoll(['report', ...files, '-o', page]);
  t.deepEqual([written.exitCode, written.stdout], [0, '']);
  t.notRegex(readFileSync(page, 'utf8'), /(?:src|href)="(?!#)/);
  const browser = await Browser.start();
  t.teardown(() => browser.close());
  const painted = (id: string): string =>
    `const c = document.getElementById('${id}'); return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v) => v !== 0)`;
  const pixels: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await browser.prefer(theme);
    await browser.open(pathToFileURL(page).href);
    t.is(await browser.run('return document.documentElement.dataset.theme'), theme);
    for (const id of ['times', 'mix0']) t.true(await browser.run<boolean>(painted(id)), `${theme}: ${id} is drawn`);
    pixels.push(await browser.run('return getComputedStyle(document.querySelector("th")).backgroundColor'));
  }
  t.not(pixels[0], pixels[1]);
  t.deepEqual(await browser.errors(), []);
  // The keyboard opens, sorts, and reaches the lines.
  await browser.run('document.querySelector("section summary").focus()');
  await browser.type('\uE007');
  t.true(await browser.run<boolean>('return document.querySelector("section details").open'));
  await browser.run('document.querySelectorAll("section details th button")[2].focus()');
  await browser.type('\uE007');
  t.is(
    await browser.run('return document.querySelectorAll("section details th")[2].getAttribute("aria-sort")'),
    'ascending',
  );
  const line =
    'return [...document.querySelectorAll(".lines tr.more")].map(({ cells }) => cells[0].textContent + ":" + cells[2].textContent + cells[5].textContent)';
  t.true((await browser.run<string[]>(line)).some((one) => /^4:6 +barrier\(/.test(one)));
  await browser.run('document.querySelector(".lines tr.hot").focus()');
  t.true(await browser.run<boolean>('return document.activeElement.matches("tr.hot")'));
});

test('without -g lines are missing, and values that one run lacks are listed', async (t) => {
  const folder = scratchFolder(t);
  const [a, b] = ['a.json', 'b.json'].map((name) => join(folder, name)) as [string, string];
  const guest = compile(t, kernelProgram(kernel(A_TURNS), 512));
  await run([guest], ['--report-json', a]);
  const full = JSON.parse(readFileSync(a, 'utf8'));
  writeFileSync(b, JSON.stringify({ ...full, kernels: [{ ...full.kernels[0], kernel: 'other' }], launches: [] }));
  const text = String((await atoll(['report', a, b])).stdout);
  t.regex(text, /kernel k\n[\s\S]*only A[\s\S]*no lines: run with -g/);
  t.regex(text, /kernel other\n[\s\S]*only B/);
});

test('compare: a file that is no report, or of another version, is refused by name', async (t) => {
  const folder = scratchFolder(t);
  const good = { schema: RUN_REPORT_SCHEMA, release: '9.9.9', launchCount: 0 };
  const cases: readonly (readonly [name: string, content: string | undefined, message: RegExp])[] = [
    ['none.json', undefined, /cannot read .*none\.json: ENOENT/],
    ['empty.json', '', /empty\.json is empty/],
    ['page.html', '<!doctype html>', /page\.html is a page, not a report of a run[\s\S]*--report-json/],
    ['text.json', 'no { JSON', /text\.json is not a report of a run/],
    [
      'other.json',
      '{"format":"atoll coverage","version":1}',
      /other\.json is not a report of a run[\s\S]*--report-json/,
    ],
    [
      'new.json',
      JSON.stringify({ ...good, schema: 99 }),
      /new\.json is a report of version 99, written by Atoll 9\.9\.9/,
    ],
    ['part.json', JSON.stringify(good), /part\.json is not a report of a run:.*command/],
  ];
  for (const [name, content, message] of cases) {
    const file = join(folder, name);
    if (content !== undefined) writeFileSync(file, content);
    const { exitCode, stderr, stdout } = await atoll(['report', file, file]);
    t.is(exitCode, 125, name);
    t.regex(String(stderr), message);
    t.is(stdout, '');
  }
});
