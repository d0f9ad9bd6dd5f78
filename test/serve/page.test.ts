// The live view in a real browser, in both themes, by the keyboard: progress, pause, wavefronts, stopping a launch, the
// end.

import test from 'ava';
import { Browser } from '../report/browser.js';
import { post, program, serve } from './running.js';

const [ENTER, TAB, DOWN, RIGHT] = ['\uE007', '\uE004', '\uE015', '\uE014'];
const text = (id: string): string => `return document.getElementById('${id}').textContent`;

async function watched(t: Parameters<typeof program>[0], url: URL): Promise<Browser> {
  const browser = await Browser.start();
  t.teardown(() => void browser.close().catch(() => {}));
  await browser.open(url.href);
  await browser.until('return page.now?.view?.running.length > 0');
  return browser;
}

test('page: pausing, inspecting and stopping by the keyboard, in both themes', async (t) => {
  const { url, process } = await serve(t, program(t, { times: 1000, rounds: 200_000 }));
  const browser = await watched(t, url);
  const colours: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await browser.prefer(theme);
    await browser.until(`return document.documentElement.dataset.theme === '${theme}'`);
    colours.push(await browser.run('return getComputedStyle(document.body).backgroundColor'));
  }
  t.not(colours[0], colours[1]);
  await browser.until('return page.now.view.running[0]?.taken > 2');
  t.regex(await browser.run(text('running')), /^#1 spin: \d+ of 512 work-groups begun, 51200 by 100, /);
  t.is(await browser.run(text('state')), 'running');

  await browser.type(' ');
  await browser.until('return page.now.view.held && page.shown !== null');
  t.is(await browser.run(text('state')), 'paused');
  const taken = await browser.run<number>('return page.now.view.running[0].taken');
  // All threads' work-groups, two wavefronts each, in the loop.
  const lines = await browser.run<{ place: string; group: string }[]>('return page.now.view.wavefronts');
  t.true(lines.length >= 2);
  for (const { place } of lines) t.regex(place, /^program\.cl:([5-9]|10)$/);
  const marked = 'return [...document.querySelectorAll("tr.here")].map((row) => row.textContent)';
  t.is((await browser.run<string[]>(marked)).length, 2);
  t.regex(await browser.run('return document.querySelector("#view3").textContent'), /int rounds200000/);

  // The list, the tabs and the question are there for the keyboard.
  await browser.run('document.getElementById("wavefronts").focus()');
  await browser.type(DOWN);
  await browser.until('return /wavefront 1: /.test(document.getElementById("where").textContent)');
  await browser.run('document.getElementById("tab0").focus()');
  await browser.type(RIGHT + RIGHT);
  t.deepEqual(
    await browser.run('return [...document.querySelectorAll("[role=tabpanel]")].map((view) => view.hidden)'),
    [true, true, false, true],
  );
  t.is(await browser.run('return document.querySelectorAll("#view2 tbody tr").length'), 64);
  t.is(
    await browser.run('return document.querySelectorAll("#view2 tbody tr.none").length'),
    28,
    'lanes without a work-item',
  );
  t.is(await browser.run('return document.querySelectorAll("#exec i.none").length'), 28);
  await browser.type('/');
  await browser.type(`rounds${ENTER}`);
  await browser.until('return !document.getElementById("said").hidden');
  t.is(await browser.run(text('said')), 'rounds = 200000');
  t.is(await browser.run('return page.now.view.running[0].taken'), taken, 'nothing goes on');
  // The live view writes no files.
  const [wavefront] = await browser.run<{ launch: number; unit: number; slot: number }[]>(
    'return page.now.view.wavefronts',
  );
  const { launch, unit, slot } = wavefront!;
  for (const words of ['image a > /dev/null', 'image a', 'a > /dev/null']) {
    const answer = await post(url, { type: 'print', text: words, launch, unit, slot });
    t.deepEqual([answer.status, answer.text.split('\n')[0]], [409, 'images are shown by atoll debug']);
  }
  const other = await post(url, { type: 'inspect', laneType: 'f32', launch, unit: 63, slot });
  t.is(other.status, 409);

  await browser.run('document.getElementById("hold").focus()');
  await browser.type(ENTER);
  await browser.until(`return !page.now.view.held && page.now.view.running[0].taken > ${taken}`);
  t.true(await browser.run('return document.getElementById("inspector").hidden'));

  await browser.run('document.querySelector(".launch button").focus()');
  await browser.type(ENTER);
  await browser.until('return document.getElementById("sure").open');
  await browser.type(TAB + ENTER);
  await browser.until('return page.now.ended !== null');
  t.is(await browser.run(text('state')), 'ended with status 3');
  t.regex(await browser.run(text('recent')), /^1kernel spin was stopped by the user/);
  t.is((await process).exitCode, 3);
  t.deepEqual(
    (await browser.errors()).filter((error) => !error.includes('ERR_')),
    [],
  );
});

test('simulated time is shown as it goes, and only where there is some', async (t) => {
  const { url } = await serve(t, program(t, { times: 100_000, rounds: 10 }), ['--timing']);
  const browser = await Browser.start();
  t.teardown(() => void browser.close().catch(() => {}));
  await browser.open(url.href);
  await browser.until('return page.now?.view?.kernels[0]?.simulated !== undefined');
  t.false(await browser.run('return document.getElementById("simulated").hidden'));
  const row = await browser.run<string>('return document.getElementById("simulatedKernels").textContent');
  t.regex(row, /^spin[\d,]+ ?[\d.,]+ .*[a-zA-Z]+ \d+\.\d %, [a-zA-Z]+ \d+\.\d %/);
  const plain = await serve(t, program(t, { times: 1000, rounds: 200_000 }));
  await browser.open(plain.url.href);
  await browser.until('return page.now?.view?.running.length > 0');
  t.true(await browser.run('return document.getElementById("simulated").hidden'));
});

test('wavefronts that have ended stay in the list while their work-group continues', async (t) => {
  const { url, process } = await serve(t, program(t, { times: 1000, rounds: -200_000 }));
  const browser = await watched(t, url);
  await browser.until('return page.now.view.running[0]?.taken > 2');
  await browser.type(' ');
  await browser.until('return page.now.view.held && page.now.view.wavefronts.length > 0');
  const lines = await browser.run<{ index: number; status: string; exec: string }[]>('return page.now.view.wavefronts');
  const ended = lines.filter(({ status }) => status === 'has ended');
  t.true(ended.length > 0 && ended.length < lines.length);
  for (const { index, exec } of ended) t.deepEqual([index, Number(exec)], [1, 0]);
  const marked = 'return [...document.querySelectorAll("#wavefronts li.ended")].map((line) => line.textContent)';
  await browser.until(`${marked}.length > 0`);
  for (const line of await browser.run<string[]>(marked)) t.regex(line, /wavefront 1.*has ended, 0 lanes$/);
  t.is((await post(url, { type: 'end' })).status, 200);
  t.is((await process).exitCode, 137);
});

test('a program with paused launches can be ended', async (t) => {
  const { url, process } = await serve(t, program(t, { times: 1000, rounds: 200_000 }));
  const browser = await watched(t, url);
  await browser.type(' ');
  await browser.until('return page.now.view.held && page.now.view.wavefronts.length > 0');
  await browser.run('document.getElementById("end").focus()');
  await browser.type(ENTER);
  await browser.until('return document.getElementById("sure").open');
  await browser.type(TAB + ENTER);
  await browser.until('return page.now.ended !== null');
  t.is(await browser.run(text('state')), 'ended by SIGKILL');
  t.is((await process).exitCode, 137);
});
