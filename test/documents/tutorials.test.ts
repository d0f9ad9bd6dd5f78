// docs/tutorials: every command of a page is executed, in order, with the files that stand before it; what is shown
// below it, it prints.

import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { root } from '../../src/util/paths.js';
import { HANG_MS, scratchFolder } from '../cli/atoll.js';
import { runtimeTest } from '../hsa/runtime.js';

const FOLDER = join(root, 'docs/tutorials');
const PROGRAMS = readdirSync(FOLDER).filter((name) => /\.c(?:pp)?$/.test(name));
/** The page of HSA programs needs their runtime. */
const HSA_PAGE = 'hsail.md';
const PAGES = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));

/** Runs of white space are one: columns of tables are as wide as what stands in them. */
const plain = (text: string): string => text.replace(/[ \t]+/g, ' ').trim();

/** Output of a page's command on both streams, and its exit status. */
async function execute(
  cwd: string,
  line: string,
): Promise<{ readonly output: string; readonly status: number | undefined }> {
  const [command, ...words] = line.trim().split(/\s+/);
  if (command !== 'atoll' && command !== 'g++') throw new Error(`a tutorial executes ${command}`);
  const argv = command === 'atoll' ? [join(root, 'dist/src/cli/main.js'), ...words] : words;
  const file = command === 'atoll' ? process.execPath : command;
  const { all, exitCode } = await execa(file, argv, { cwd, all: true, reject: false, timeout: HANG_MS });
  return { output: plain(all), status: exitCode };
}

for (const page of PAGES) {
  const declare = page === HSA_PAGE ? runtimeTest : test;
  declare(`the commands of ${page}`, async (t) => {
    const cwd = scratchFolder(t);
    for (const program of PROGRAMS) copyFileSync(join(FOLDER, program), join(cwd, program));
    const text = readFileSync(join(FOLDER, page), 'utf8');
    let last = '';
    let commands = 0;
    let shown = 0;
    for (const [, info = '', block = ''] of text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)) {
      const file = /file=(\S+)/.exec(info)?.[1];
      if (file !== undefined) writeFileSync(join(cwd, file), block);
      else if (info.startsWith('sh')) {
        const { output, status } = await execute(cwd, block);
        t.is(status, Number(/status=(\d+)/.exec(info)?.[1] ?? 0), `${block}${output}`);
        last = output;
        commands++;
      } else {
        t.is(info, 'text');
        for (const line of block.trim().split('\n')) t.true(last.includes(plain(line)), `${line}\n${last}`);
        shown++;
      }
    }
    // Only blocks of `sh` are executed: a command that is indented, or behind a prompt, would be untested.
    const rest = text.replace(/^```.*\n[\s\S]*?^```$/gm, '');
    t.deepEqual(rest.match(/^(?: {4,}|\t|\s*\$ )(?:\S*\/)?(?:atoll|g\+\+|npm|node|make)\b.*$/gm) ?? [], []);
    t.true(commands >= 4 && shown >= 3, `${commands} commands, ${shown} answers`);
  });
}

test('there is a page for each audience, and README names them', (t) => {
  const errors = ['find-a-race.md', 'slow-kernel.md', 'wrong-result.md'];
  t.deepEqual(
    PAGES.sort(),
    [
      'bring-up-an-instruction.md',
      ...errors,
      'hpvm.md',
      'hsail.md',
      'run-my-program.md',
      'verify-my-benchmark.md',
    ].sort(),
  );
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const page of PAGES) t.true(readme.includes(`docs/tutorials/${page}`), page);
});
