// docs/debugging.md: every command on the page is executed, and has the output of the page.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { execa } from 'execa';
import { root } from '../../src/util/paths.js';
import { HANG_MS, scratchFolder } from '../cli/atoll.js';

const PAGE = readFileSync(join(root, 'docs/debugging.md'), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, text]) => text!.trimEnd().split('\n'));

/** A command line of the page in a folder with the program, and its output on both streams. */
async function execute(folder: string, line: string): Promise<string> {
  const [command, ...words] = line.replace(/^\$ /, '').split(' ');
  if (command !== 'atoll') throw new Error(line);
  const main = join(root, 'dist/src/cli/main.js');
  const { all } = await execa(process.execPath, [main, ...words], {
    cwd: folder,
    all: true,
    reject: false,
    timeout: HANG_MS,
  });
  return all;
}

function prepare(t: { teardown(fn: () => void): unknown }): string {
  const folder = scratchFolder(t);
  const source = join(root, 'test/documents/sums.cpp');
  execFileSync('g++', ['-std=c++17', '-O1', source, '-o', join(folder, 'sums'), '-lOpenCL']);
  return folder;
}

test('the runs of the page', async (t) => {
  const folder = prepare(t);
  for (const line of BLOCKS[0]!) t.regex(await execute(folder, line), /read 0, sum of neighbours 5$/m, line);
  t.regex(
    readFileSync(join(folder, 'trace.txt'), 'utf8'),
    /^# program\.cl:2:10 in get, inlined at program\.cl:6:16 in sums$/m,
  );
});

test('the fault has the text of the page', async (t) => {
  const [command = '', first = '', ...shown] = BLOCKS[2]!;
  const output = await execute(prepare(t), command);
  t.true(output.includes(first.replace('...', '')), output);
  t.true(output.includes(shown.join('\n')), output);
});

/** A session of the page: each command is one, and has output. @returns all output */
async function session(
  t: ExecutionContext,
  [command = '', ...lines]: readonly string[],
  end = /read 0, sum of neighbours 5$/m,
): Promise<string> {
  const folder = prepare(t);
  const commands = lines.map((line) => line.replace(/^\(atoll\) /, ''));
  writeFileSync(join(folder, 'commands'), commands.map((line) => `${line}\n`).join(''));
  const output = await execute(folder, command.replace(' -- ', ' --break-commands commands -- '));
  const answers = output.split('(atoll) ').slice(1);
  t.deepEqual(
    answers.map((answer) => answer.split('\n')[0]),
    commands,
  );
  for (const answer of answers.filter((each) => !/^(delete|continue)/.test(each))) {
    t.true(answer.trim().split('\n').length > 1, answer);
    t.notRegex(answer, /BAD_INPUT|is no |there is no|takes |cannot/, answer);
  }
  t.regex(output, end);
  return output;
}

test('the session of the page with variables', async (t) => {
  const output = await session(t, BLOCKS[1]!);
  t.regex(output, /\(atoll\) info args\nget:\n/);
  t.regex(output, /\(atoll\) lane 5\nlane 5\n/);
});

test('the session of the page', async (t) => {
  const output = await session(t, BLOCKS[3]!);
  t.regex(output, /watchpoint 3 {2}out\[3\]: store by lane 3/);
  t.regex(output, /\(atoll\) print out\[3\]\nout\[3\] = 5\n/);
});

test('the session of the page on the side of the program', async (t) => {
  const output = await session(t, BLOCKS[4]!, /read -5, sum of neighbours 0$/m);
  const shown = BLOCKS[5]!.map((line) => line.replaceAll(/[.()/]/g, '\\$&').replaceAll('\\.\\.\\.', '\\w+'));
  t.regex(output, new RegExp(`^${shown.join('\n')}$`, 'm'));
});
