// Files that people name: whole or not at all; devices and pipes stay so.

import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { makeWhole, writeWhole } from '../../src/util/whole-file.js';
import { scratchFolder } from '../cli/atoll.js';

const MODULE = JSON.stringify(new URL('../../src/util/whole-file.js', import.meta.url).href);

test('a full disk: the older file stays, a new one is not there, and neither is a part', (t) => {
  const folder = scratchFolder(t);
  const file = join(folder, 'older');
  writeFileSync(file, 'older');
  const script = `import { writeWhole } from ${MODULE};
    for (const file of process.argv.slice(1))
      try { writeWhole(file, 'x'.repeat(1e6)); } catch (error) { console.log(error.code); }`;
  // A bound of files' sizes stands for the disk.
  const words = ['--fsize=100000', process.execPath, '--input-type=module', '-e', script, file, join(folder, 'new')];
  const { stdout, stderr } = spawnSync('prlimit', words, { encoding: 'utf8' });
  t.is(stdout, 'EFBIG\nEFBIG\n', stderr);
  t.is(readFileSync(file, 'utf8'), 'older');
  t.deepEqual(readdirSync(folder), ['older']);
});

test('the mode of an older file stays; links are written through', (t) => {
  const folder = scratchFolder(t);
  const [file, link] = [join(folder, 'file'), join(folder, 'link')];
  writeFileSync(file, 'older', { mode: 0o600 });
  symlinkSync(file, link);
  writeWhole(file, 'newer');
  t.is(statSync(file).mode & 0o777, 0o600);
  writeWhole(link, 'through');
  t.is(readFileSync(file, 'utf8'), 'through');
  t.true(lstatSync(link).isSymbolicLink());
  t.deepEqual(readdirSync(folder).sort(), ['file', 'link']);
});

test('a pipe is written through, and refused by writers that need a regular file', (t) => {
  const pipe = join(scratchFolder(t), 'pipe');
  t.is(spawnSync('mkfifo', [pipe]).status, 0);
  t.throws(() => makeWhole(pipe, () => t.fail('made')), { message: 'it is not a regular file' });
  const script = `import { writeWhole } from ${MODULE}; writeWhole(process.argv[1], 'through');`;
  const shell = 'cat "$1" & "$2" --input-type=module -e "$3" "$1"; wait';
  const { stdout } = spawnSync('sh', ['-c', shell, 'sh', pipe, process.execPath, script], { encoding: 'utf8' });
  t.is(stdout, 'through');
  t.true(lstatSync(pipe).isFIFO());
});

test('whole file: a failing writer leaves nothing behind', (t) => {
  const folder = scratchFolder(t);
  const make = (next: string): never => {
    for (const name of [next, `${next}-journal`]) writeFileSync(name, 'a part');
    throw new Error('no');
  };
  writeFileSync(join(folder, 'kept'), '');
  for (const name of ['kept', 'new']) t.throws(() => makeWhole(join(folder, name), make), { message: 'no' });
  t.deepEqual(readdirSync(folder), []);
});
