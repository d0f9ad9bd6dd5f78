// The pictures of docs/pictures, made anew: `node dist/test/report/pictures.js [FOLDER]`. The report of a run, the page
// about simulated time and the live view, each in both themes, of programs of the suite.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../src/util/paths.js';
import { atoll } from '../cli/atoll.js';
import { serve } from '../serve/running.js';
import { Browser } from './browser.js';

const [WIDTH, HEIGHT] = [1200, 1500];
const PROGRAMS = join(root, 'build', 'benchmarks');
const THEMES = ['light', 'dark'] as const;

/** Ends processes of the pictures, the last first. */
class Ends {
  private readonly all: (() => void)[] = [];

  teardown(end: () => void): void {
    this.all.push(end);
  }
  run(): void {
    for (const end of this.all.reverse()) end();
  }
}

async function succeed(args: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await atoll(args);
  if (exitCode !== 0) throw new Error(`atoll ${args.join(' ')} ended with ${exitCode}: ${stderr}`);
}

/** Both themes of the page that is open, from its top. */
async function take(browser: Browser, folder: string, name: string): Promise<void> {
  await browser.size(WIDTH, HEIGHT);
  for (const theme of THEMES) {
    await browser.prefer(theme);
    await browser.run(
      'for (const each of [document.documentElement, document.body]) each.style.cssText = "overflow: hidden; height: 100vh; max-height: 100vh"',
    );
    await new Promise((done) => setTimeout(done, 1000));
    writeFileSync(join(folder, `${name}-${theme}.png`), await browser.picture());
  }
}

async function main(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(join(tmpdir(), 'atoll-pictures-'));
  const ends = new Ends();
  ends.teardown(() => rmSync(scratch, { recursive: true, force: true }));
  const browser = await Browser.start();
  try {
    // Pages name the program as it was called.
    process.chdir(PROGRAMS);
    const multiply = (size: string): readonly string[] => [
      './MatrixMultiplication',
      '--quiet',
      ...['-x', '-y', '-z'].flatMap((axis) => [axis, size]),
    ];
    const [report, launch, time] = ['run.html', 'launch', 'time.html'].map((name) => join(scratch, name)) as [
      string,
      string,
      string,
    ];
    await succeed(['run', '-g', '--stats', '--report', report, '--', ...multiply('256')]);
    await browser.open(pathToFileURL(report).href);
    await take(browser, folder, 'report');
    await succeed(['record', '-g', '--blocks', '--launch', '1', '-o', launch, '--', ...multiply('256')]);
    await succeed(['time', launch, '--html', time]);
    await browser.open(pathToFileURL(time).href);
    await take(browser, folder, 'simulated-time');
    const { url } = await serve(ends, [...multiply('2048'), '--iterations', '20']);
    await browser.open(url.href);
    await browser.until('return page.now?.view?.running[0]?.taken > 1000');
    await browser.type(' ');
    await browser.until('return page.now.view.held && page.shown !== null');
    await take(browser, folder, 'live');
  } finally {
    await browser.close();
    ends.run();
  }
}

await main(resolve(process.argv[2] ?? join(root, 'docs', 'pictures')));
