// `atoll run --report`: one file without network, in a real browser with both themes, by the keyboard.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'ava';
import { compile, kernelProgram, run, scratchFolder } from '../cli/atoll.js';
import { Browser } from './browser.js';

const KERNEL = `kernel void k(global int* p) {
  int sum = 0;
  for (int n = 0; n < 6 + (int)(get_num_groups(0) >> 20); n++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += n * get_local_id(0);
  }
  p[get_global_id(0)] = sum; // </script> & <b>
}`;

test('the report opens in a browser, in both themes, and is used by the keyboard', async (t) => {
  const guest = compile(t, kernelProgram(KERNEL, 512));
  const file = join(scratchFolder(t), 'run.html');
  const { exitCode, stderr } = await run([guest], ['--report', file]);
  t.is(exitCode, 0, String(stderr));
  t.notRegex(readFileSync(file, 'utf8'), /(?:src|href)="(?!#)/);
  const browser = await Browser.start();
  t.teardown(() => browser.close());
  const painted = `const c = document.getElementById('timeline'); return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v) => v !== 0)`;
  const background = 'return getComputedStyle(document.querySelector("th")).backgroundColor';
  const colours: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await browser.prefer(theme);
    await browser.open(pathToFileURL(file).href);
    t.is(await browser.run('return document.documentElement.dataset.theme'), theme);
    t.true(await browser.run<boolean>(painted), `${theme}: the timeline is drawn`);
    colours.push(await browser.run(background));
  }
  t.not(colours[0], colours[1]);
  t.deepEqual(await browser.errors(), []);
  // Eight wavefronts, six turns: lines and instructions show it.
  const cells =
    'return [...document.querySelectorAll("tr[data-of]")].map((row) => row.cells[3].textContent + " " + row.cells[1].textContent)';
  t.true((await browser.run<string[]>(cells)).some((text) => /^s_barrier.* 48$/.test(text)));
  t.is(
    await browser.run('return document.querySelector("tr[data-line=\\"7\\"]").cells[2].textContent'),
    KERNEL.split('\n')[6],
  );
  // The keyboard sorts, opens, and marks.
  await browser.run('document.querySelectorAll("th button")[3].focus()');
  await browser.type('\uE007');
  t.is(await browser.run('return document.querySelectorAll("th")[3].getAttribute("aria-sort")'), 'ascending');
  await browser.run('document.querySelector("summary").focus()');
  await browser.type('\uE007');
  t.true(await browser.run<boolean>('return document.querySelector("details").open'));
  await browser.run('document.querySelector("tr[data-line=\\"4\\"]").focus()');
  t.true((await browser.run<number>('return document.querySelectorAll(".marked").length')) > 0);
  // A narrow window scrolls within tables only; on paper nothing is folded or cut off.
  await browser.size(400, 800);
  // Charts follow the window a moment later.
  await browser.until('return document.documentElement.scrollWidth <= innerWidth');
  await browser.run(
    'for (const each of document.querySelectorAll("details")) each.open = false; dispatchEvent(new Event("beforeprint"))',
  );
  t.true(await browser.run<boolean>('return [...document.querySelectorAll("details")].every(({ open }) => open)'));
  await browser.media('print');
  t.true(
    await browser.run<boolean>(
      'return [...document.querySelectorAll(".scroll")].every((each) => getComputedStyle(each).maxHeight === "none")',
    ),
  );
  // A class of instructions has the same colour in all charts, and lanes are summed up.
  t.regex(
    await browser.run('return document.querySelector("section .dim").textContent'),
    /1 launch, .*100\.0 % of the lanes active/,
  );
});

test('run page: shows the reads and writes of buffers, launch by launch', async (t) => {
  const words = 'kernel void k(global int* p) { p[get_global_id(0)] = p[get_global_id(0) / 8]; }';
  // Before the launch over everything, one over the first half.
  const both = kernelProgram(words, 512).replace(
    'cl_event event;',
    'cl_event event; size_t half = 256; clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &half, nullptr, 0, nullptr, nullptr);',
  );
  const folder = scratchFolder(t);
  const guest = compile(t, both);
  const pages = await Promise.all(
    ['jit', 'interp'].map(async (engine) => {
      const page = join(folder, `${engine}.html`);
      const { exitCode, stderr } = await run([guest], ['--engine', engine, '--report', page, '--stats=addresses']);
      t.is(exitCode, 0, String(stderr));
      return page;
    }),
  );
  const [mapsOfJit, mapsOfInterp] = pages.map((page) => /"maps":.*?}]}]]/.exec(readFileSync(page, 'utf8'))![0]);
  t.is(mapsOfJit, mapsOfInterp);
  const [file] = pages as [string];
  const browser = await Browser.start();
  t.teardown(() => browser.close());
  const caption = 'return document.getElementById("caption0_0").textContent';
  const painted = `const c = document.getElementById('map0_0'); return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v) => v !== 0)`;
  for (const theme of ['light', 'dark'] as const) {
    await browser.prefer(theme);
    await browser.open(pathToFileURL(file).href);
    t.true(await browser.run<boolean>(painted), theme);
  }
  // A wavefront writes four lines of the 32, and reads half a line.
  t.is(
    await browser.run(caption),
    'argument 0 p, 2,048 bytes: 2 lines read by 4 accesses, 16 written by 16; a column is 64 bytes',
  );
  await browser.run('document.querySelector("select.maps").focus()');
  await browser.type('\uE015');
  t.is(
    await browser.run(caption),
    'argument 0 p, 2,048 bytes: 4 lines read by 8 accesses, 32 written by 32; a column is 64 bytes',
  );
  t.deepEqual(await browser.run('return data.maps[0][1].buffers[0].bins.readLines'), [
    ...Array(4).fill(1),
    ...Array(28).fill(0),
  ]);
  t.true(await browser.run<boolean>(painted));
  t.deepEqual(await browser.errors(), []);
});
