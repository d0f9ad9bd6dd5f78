// The process whose files are read for the texts of a program's lines.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { GuestProcess, isOurEqual } from '../../../src/driver/kfd/sources/guest-process.js';
import { scratchFolder } from '../../cli/atoll.js';

const STATUS = 'Name:\tx\nUid:\t1000\t1000\t1000\t1000\nGid:\t100\t100\t100\t100\n';

test('processes with equal user and group ids have equal rights', (t) => {
  t.true(isOurEqual(STATUS, 1000, 100));
  t.false(isOurEqual(STATUS, 0, 100));
  t.false(isOurEqual(STATUS, 1000, 0));
  for (const other of ['0\t1000\t1000\t1000', '1000\t0\t1000\t1000', '1000\t1000\t0\t1000', '1000\t1000\t1000\t0'])
    t.false(isOurEqual(STATUS.replace('1000\t1000\t1000\t1000', other), 1000, 100), other);
  t.false(isOurEqual('', 1000, 100));
});

/** A process with another user, until the test ends. */
async function processOf(t: ExecutionContext, ids: { uid?: number; gid?: number }): Promise<GuestProcess> {
  const child = spawn('sh', ['-c', 'echo; read line'], { ...ids, stdio: ['pipe', 'pipe', 'ignore'] });
  t.teardown(() => child.kill());
  await once(child.stdout, 'data');
  return new GuestProcess(child.pid!);
}

test('a file without a size, as those of /proc, is not read: it need not end', async (t) => {
  const guest = await processOf(t, {});
  const path = join(scratchFolder(t), 'object');
  writeFileSync(path, 'contents');
  t.is(String(guest.wholeFile(path, 100)), 'contents');
  t.is(guest.wholeFile(path, 4), undefined);
  // It has an end, in contrast to /proc/self/pagemap.
  t.is(guest.wholeFile('/proc/self/environ', 1 << 20), undefined);
  t.is(guest.wholeFile('/proc/self/pagemap', 1 << 20), undefined);
});

const asRoot = process.getuid!() === 0 ? test : test.skip;

test('files of a process like us are read', async (t) => {
  const file = join(scratchFolder(t), 'kernel.hip');
  writeFileSync(file, 'text');
  const guest = await processOf(t, {});
  t.is(guest.wholeFile(file, 100)?.toString(), 'text');
  t.is(guest.file(file, 1, 2)?.toString(), 'ex');
  t.is(guest.wholeFile(file, 3), undefined);
});

asRoot('no file is read for a process of another user', async (t) => {
  const file = join(scratchFolder(t), 'secret');
  writeFileSync(file, 'text', { mode: 0o600 });
  for (const ids of [{ uid: 65534 }, { gid: 65534 }]) {
    const guest = await processOf(t, ids);
    t.is(guest.wholeFile(file, 100), undefined);
    t.is(guest.file(file, 0, 4), undefined);
  }
});
