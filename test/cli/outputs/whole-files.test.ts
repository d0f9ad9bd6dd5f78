// Every file that a run writes, where there is something else by its name: a pipe stays a pipe, for each user (root
// may rename anything).

import { execFileSync, spawn } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { atoll, compile, kernelProgram, scratchFolder } from '../atoll.js';

const KERNEL = 'kernel void k(global int* p) { p[get_global_id(0)] = 42; }';
const REFUSED = /not a regular file/;

/** Words before the file, and the error where it cannot be written through. */
const OUTPUTS: readonly (readonly [words: readonly string[], refused?: RegExp])[] = [
  [['run', '--coverage']],
  [['run', '--report']],
  [['run', '--report-json']],
  [['run', '--stats', '--stats-csv']],
  [['run', '--timing', '--timing-json']],
  [['check', '--json']],
  [['check', '--sarif']],
  [['run', '--trace'], REFUSED],
  [['run', '--stats', '--stats-sqlite'], REFUSED],
  [['record', '-o'], REFUSED],
  [['record', '--blocks', '-o'], REFUSED],
];

for (const [words, refused] of OUTPUTS)
  test.serial(`${words.join(' ')} and a pipe`, async (t) => {
    const pipe = join(scratchFolder(t), 'pipe');
    execFileSync('mkfifo', [pipe]);
    // Open at both ends, so that opening does not block.
    const reader = spawn('sh', ['-c', 'exec cat <>"$1"', 'sh', pipe], { stdio: 'ignore' });
    t.teardown(() => reader.kill('SIGKILL'));
    const { stderr } = await atoll([...words, pipe, '--', compile(t, kernelProgram(KERNEL))]);
    t.true(lstatSync(pipe).isFIFO(), String(stderr));
    if (refused) t.regex(String(stderr), refused);
    else t.notRegex(String(stderr), /cannot|HOST/);
  });
