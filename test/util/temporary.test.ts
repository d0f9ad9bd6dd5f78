// Temporary folders of processes that were killed are removed by the next one; those of the living, and what is not
// ours, stay.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'ava';
import { root } from '../../src/util/paths.js';

const SCRIPT = `
  import { temporaryFolder } from ${JSON.stringify(join(root, 'dist', 'src', 'util', 'temporary.js'))};
  console.log(temporaryFolder('cc'));
  setImmediate(() => console.log('swept'));
  setInterval(() => {}, 1000);`;

/** A process that has made a folder, and has looked at those of others. */
async function owner(directory: string): Promise<{ child: ChildProcess; folder: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    env: { ...process.env, TMPDIR: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const folder = (await lines.next()).value as string;
  await lines.next();
  return { child, folder };
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('the next process removes the folders of a killed one, and nothing else', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'atoll-sweep-'));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  const [dead, living] = [await owner(directory), await owner(directory)];
  t.teardown(() => living.child.kill('SIGKILL'));
  mkdirSync(join(dead.folder, 'below'));
  writeFileSync(join(dead.folder, 'below', 'file'), 'text');
  await end(dead.child);
  const parts = basename(dead.folder).split('-');
  const change = (index: number, value: string): string =>
    parts.map((part, i) => (i === index ? value : part)).join('-');
  // Of other process ids, of the living process with another start, of another user, and by hand.
  const otherStart = change(2, '00000000');
  const reused = change(3, String(living.child.pid));
  const others = [otherStart, 'atoll-cc-AbCdEf', 'other', 'atoll-session'];
  for (const name of [...others, reused]) mkdirSync(join(directory, name));
  symlinkSync(living.folder, join(directory, change(5, 'SymLnk')));
  writeFileSync(join(living.folder, 'kept'), 'text');
  const next = await owner(directory);
  t.false(existsSync(dead.folder), 'its owner is dead');
  t.false(existsSync(join(directory, reused)), 'its owner is dead, another process has its number');
  t.true(existsSync(join(living.folder, 'kept')), 'its owner lives');
  t.deepEqual(
    readdirSync(directory).sort(),
    [...others, basename(living.folder), basename(next.folder)].sort(),
    'a link of a dead process is gone, what it names is not',
  );
  await end(next.child);
});

test('temporary folder: falls back when TMPDIR is missing', async (t) => {
  const { child, folder } = await owner('/no/such/folder');
  t.regex(folder, /^(\/var)?\/tmp\/atoll-cc-/);
  await end(child);
  rmSync(folder, { recursive: true, force: true });
});
