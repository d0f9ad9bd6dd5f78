// Atoll's threads end with the process; each is stopped once, by the thread that has started it.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';

/** A process that starts threads which sleep until they are stopped; they cannot be interrupted otherwise. */
const START = `
  import { MessageChannel } from 'node:worker_threads';
  import { startThread } from ${JSON.stringify(join(root, 'dist', 'src', 'driver', 'core', 'processor', 'thread.js'))};
  const SLEEPER = new URL('data:text/javascript,' + encodeURIComponent(
    "import { workerData } from 'node:worker_threads'; Atomics.wait(new Int32Array(workerData.control), 0, 0); workerData.port.close();"));
  const start = (name) => {
    const control = new SharedArrayBuffer(4);
    const { port2 } = new MessageChannel();
    return startThread(SLEEPER, { port: port2, control, crewWord: control }, () => {
      console.log(name);
      Atomics.store(new Int32Array(control), 0, 1);
      Atomics.notify(new Int32Array(control), 0);
    });
  };
  const threads = ['first', 'second'].map(start);`;

function runScript(script: string) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', `${START}\n${script}`], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { stdout, stderr, status };
}

test('all threads are stopped when the process ends', (t) => {
  const { stdout, stderr, status } = runScript('process.exit(3);');
  t.is(stdout, 'first\nsecond\n', stderr);
  t.is(status, 3);
});

test('an ended thread is not stopped again, and nothing is left behind', (t) => {
  const { stdout, stderr, status } = runScript(`
    for (const { worker, stop, exited } of threads) {
      worker.ref();
      stop();
      await exited;
    }
    // Node has one of its own.
    console.log(process.listeners('exit').filter(({ name }) => name === 'stopAll').length);
    process.exit(4);`);
  t.is(stdout, 'first\nsecond\n0\n', stderr);
  t.is(status, 4);
});
