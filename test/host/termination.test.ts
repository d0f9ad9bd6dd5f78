// Signals of `atoll run`: the guest gets them, once. It may clean up after SIGTERM and SIGHUP, and is killed when it
// does not end.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { passTermination } from '../../src/host/termination.js';
import { root } from '../../src/util/paths.js';
import { until } from '../processes.js';
import { backends } from './guests.js';

const main = join(root, 'dist/src/cli/main.js');

interface Outcome {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * @param atoll process id of Atoll, which leads a group @param untilPrinted waits until the guest has printed a text
 */
type Act = (atoll: number, untilPrinted: (text: string) => Promise<unknown>) => unknown;

/** Runs a shell script as the guest; `act` is called once it has printed "ready". */
function runScript(script: string, backend: string, act: Act): Promise<Outcome> {
  const argv = [main, 'run', '--backend', backend, '--', 'bash', '-c', script];
  const child = spawn(process.execPath, argv, { detached: true });
  let [stdout, stderr] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const untilPrinted = (text: string) => until(() => stdout.includes(text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const isFirst = stdout === '';
    stdout += text;
    if (isFirst) act(child.pid!, untilPrinted);
  });
  return new Promise((resolve) => child.on('close', (status, signal) => resolve({ status, signal, stdout, stderr })));
}

/**
 * Counts the signals; continues for half a second after the first one, without starting anything, which may take long.
 */
const careful = (name: string) =>
  `n=0; trap 'n=$((n+1))' ${name}; echo ready; while [ $n = 0 ]; do sleep 0.05; done
   end=$((\${EPOCHREALTIME/[.,]/} + 500000)); while [ \${EPOCHREALTIME/[.,]/} -lt $end ]; do read -t 0.05; done
   echo "got $n"; exit 7`;
const deaf = `trap '' TERM; echo ready; while :; do sleep 0.05; done`;
const persistent = `trap 'echo terminated' TERM; echo ready; while :; do sleep 0.05; done`;

for (const backend of backends) {
  for (const name of ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGWINCH'] as const) {
    test.serial(`a guest that handles ${name} cleans up and ends as it likes (${backend})`, async (t) => {
      for (const target of [1, -1]) {
        const { status, signal, stdout, stderr } = await runScript(careful(name.slice(3)), backend, (atoll) =>
          process.kill(target * atoll, name),
        );
        t.is(stdout, 'ready\ngot 1\n', `kill ${target}: ${status} ${signal} ${stderr}`);
        t.notRegex(stderr, /Debugger/);
        t.is(status, 7);
      }
    });
  }

  test.serial(`a guest that does not handle SIGTERM dies of it, and so does Atoll (${backend})`, async (t) => {
    const { signal } = await runScript('echo ready; exec sleep 60.0312', backend, (atoll) =>
      process.kill(atoll, 'SIGTERM'),
    );
    t.is(signal, 'SIGTERM');
  });

  test.serial(`a timer that runs when Atoll is started ends the guest (${backend})`, async (t) => {
    const timed = 'import os, signal, sys; signal.alarm(2); os.execvp(sys.argv[1], sys.argv[1:])';
    const command = [process.execPath, main, 'run', '--backend', backend, '--', 'sleep', '60.0314'];
    const child = spawn('python3', ['-c', timed, ...command], { stdio: 'ignore' });
    t.deepEqual(await once(child, 'close'), [null, 'SIGALRM']);
  });

  test.serial(`user-defined signals arrive as often as they are sent (${backend})`, async (t) => {
    // A signal that comes before the one before it was handled is one with it.
    const count = `n=0; trap 'n=$((n+1)); echo $n' USR1; trap 'echo "got $n"; exit 7' USR2
      echo ready; while :; do sleep 0.02; done`;
    const { stdout, status } = await runScript(count, backend, async (atoll, untilPrinted) => {
      for (const number of [1, 2, 3]) {
        process.kill(atoll, 'SIGUSR1');
        await untilPrinted(`\n${number}\n`);
      }
      process.kill(atoll, 'SIGUSR2');
    });
    t.is(stdout, 'ready\n1\n2\n3\ngot 3\n');
    t.is(status, 7);
  });

  test.serial(`a guest that continues is killed after a while, or at the second signal (${backend})`, async (t) => {
    const late = await runScript(deaf, backend, (atoll) => process.kill(atoll, 'SIGTERM'));
    t.is(late.signal, 'SIGKILL');
    t.regex(late.stderr, /still runs 2 s after SIGTERM: the program is killed/);
    const twice = await runScript(persistent, backend, async (atoll, untilPrinted) => {
      process.kill(atoll, 'SIGTERM');
      await untilPrinted('terminated');
      await sleep(300);
      process.kill(atoll, 'SIGHUP');
    });
    t.is(twice.signal, 'SIGKILL');
    t.regex(twice.stderr, /a second signal \(SIGHUP\): the program is killed/);
    t.notRegex(twice.stderr, /still runs/);
  });
}

for (const backend of backends)
  test.serial(`the main process is known to have got any foreign signal, and none of ours (${backend})`, (t) => {
    const script = `
      const { startGuest } = await import(${JSON.stringify(join(root, 'dist/src/host/supervisor.js'))});
      const { spawnSync } = await import('node:child_process');
      const { until, contentOf } = await import(${JSON.stringify(join(root, 'dist/test/processes.js'))});
      const { setTimeout: sleep } = await import('node:timers/promises');
      const options = { backend: '${backend}', env: process.env, cwd: '/', devices: [] };
      const guest = startGuest({ ...options, file: 'sleep', argv: ['sleep', '60.0313'] });
      await sleep(300);
      guest.kill('SIGURG');
      // Two that are pending at the same time are one.
      const pending = () => [...contentOf('/proc/' + guest.pid + '/status').matchAll(/Pnd:\\s+(\\w+)/g)];
      await until(() => pending().every(([, mask]) => (BigInt('0x' + mask) >> 22n & 1n) === 0n));
      await sleep(100);
      const own = guest.sinceSignal(23);
      spawnSync('kill', ['-URG', String(guest.pid)]);
      await until(() => guest.sinceSignal(23) < Infinity);
      console.log(own, guest.sinceSignal(23) < 5000, guest.sinceSignal(28));
      guest.killAll();
      await guest.exited;`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    t.is(stdout, 'Infinity true Infinity\n', stderr);
  });

test.serial('a signal that was ignored from the beginning stays ignored', (t) => {
  const guest = {
    kill: () => true,
    killAll: () => undefined,
    sinceSignal: () => Infinity,
    watchSender: () => undefined,
    isSentByKernel: () => false,
  };
  const count = () => [process.listenerCount('SIGTERM'), process.listenerCount('SIGHUP')];
  const [term, hangUp] = count() as [number, number];
  const keep = passTermination(guest, [1], () => undefined);
  t.deepEqual(count(), [term + 1, hangUp]);
  keep();
  t.deepEqual(count(), [term, hangUp]);
});

test.serial('a signal that the guest got by itself is not passed on, however late its turn comes', async (t) => {
  const passed: string[] = [];
  let deliveredMs = Number.NEGATIVE_INFINITY;
  const guest = {
    kill: (name: string | number) => passed.push(String(name)) > 0,
    killAll: () => undefined,
    sinceSignal: () => performance.now() - deliveredMs,
    watchSender: () => undefined,
    isSentByKernel: () => false,
  };
  const keep = passTermination(guest, [], () => undefined);
  t.teardown(keep);
  deliveredMs = performance.now();
  process.emit('SIGUSR2', 'SIGUSR2');
  // No thread is scheduled for a while.
  while (performance.now() < deliveredMs + 1000);
  await sleep(200);
  t.deepEqual(passed, []);

  deliveredMs = Number.NEGATIVE_INFINITY;
  process.emit('SIGUSR2', 'SIGUSR2');
  await until(() => passed.length > 0);
  t.deepEqual(passed, ['SIGUSR2']);
});
