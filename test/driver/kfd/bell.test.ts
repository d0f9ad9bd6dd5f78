// Doorbells that are protected while queues are idle: every ring is noticed, from any thread, and programs still get
// their own faults.

import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { Bell } from '../../../src/driver/kfd/aql/doorbell-wait.js';
import { TRIPWIRE, TRIPWIRE_BYTES } from '../../../src/host/tripwire.js';
import { root } from '../../../src/util/paths.js';
import { run, scratchFolder } from '../../cli/atoll.js';
import { drmHeader } from './rocm.js';

const [FROM, END] = [8192, 16384];

test('pages of rung doorbells are protected while the queues are idle, and no others', (t) => {
  const path = join(scratchFolder(t), 'doorbells');
  const fd = openSync(path, 'w+');
  unlinkSync(path);
  const word = new SharedArrayBuffer(TRIPWIRE_BYTES);
  const words = new Int32Array(word);
  let isIdle = false;
  const bell = new Bell(
    { fd: openSync(`/proc/self/fd/${fd}`, 'r+'), tripwire: { from: FROM, word }, pid: process.pid },
    () => isIdle,
  );
  /** @returns the size of the file behind a moment of sleep */
  const sleep = (): number => {
    bell.sleeping = true;
    bell.sleeping = false;
    return fstatSync(fd).size;
  };
  ftruncateSync(fd, END);
  isIdle = true;
  t.is(sleep(), END, 'nobody traces');
  words[0] = TRIPWIRE.open;
  t.is(sleep(), END, 'no doorbell was rung');
  writeSync(fd, 'rung', FROM);
  isIdle = false;
  t.is(sleep(), END, 'there is work');
  t.false(bell.isTaken);
  isIdle = true;
  t.is(sleep(), FROM);
  t.true(bell.isTaken);
  ftruncateSync(fd, END);
  words[0] = TRIPWIRE.open;
  t.is(sleep(), END, 'given back, and not rung since');
  bell.close();
  writeSync(fd, 'rung', FROM);
  t.is(sleep(), END, 'the guest has gone');
  closeSync(fd);
});

test('rings after pauses are noticed, whatever threads do with signals, and a fault of the program stays its own', async (t) => {
  const folder = scratchFolder(t);
  const program = join(folder, 'bell');
  drmHeader(folder);
  const source = join(root, 'test/driver/kfd/bell.c');
  execFileSync('gcc', ['-O1', '-pthread', '-I', folder, source, '-o', program]);
  const runs = ['default', 'ignore', 'handler'].map((action) => run([program, action], ['--device', 'vega10']));
  const [byDefault, ignored, handled] = await Promise.all(runs);
  const common = 'noticed 60 of 60, masks kept 4, action kept 1';
  t.is(String(byDefault!.stdout), `${common}, taken 1`, String(byDefault!.stderr));
  t.is(byDefault!.signal, 'SIGBUS');
  t.is(String(ignored!.stdout), `${common}, taken 0`, String(ignored!.stderr));
  t.is(ignored!.signal, 'SIGBUS', 'Linux resets what ignores it');
  t.is(String(handled!.stdout), `${common}, taken 0\nown errors 1`, String(handled!.stderr));
  t.is(handled!.exitCode, 0);
});
