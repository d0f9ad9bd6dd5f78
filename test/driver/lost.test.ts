// A processor thread that dies of a defect: whoever waits hears of it, and nobody waits for it again.

import { constants } from 'node:os';
import test from 'ava';
import { CONTROL_BASE } from '../../src/abi/memory-map.js';
import { ControlHeader, PROTOCOL_VERSION, SIGNAL_OFFSET, Signal, SignalState } from '../../src/abi/schema.js';
import { ProcessorPool } from '../../src/driver/processor/pool.js';
import { ProcessorThread } from '../../src/driver/processor/thread.js';
import type { DriverServices } from '../../src/driver/services.js';
import type { Session } from '../../src/driver/session.js';
import { Sessions } from '../../src/driver/sessions.js';
import type { OpenRequest } from '../../src/host/device.js';

const REQUEST: OpenRequest = { pid: 1, tid: 1, flags: 0, abi: 'x86-64', fd: -1, inode: 1 };
const { EIO } = constants.errno;

/** Sessions whose memory is nobody else's. */
function sessionsWith(processors: DriverServices['processors']): Sessions {
  const nothing = (): void => undefined;
  const zero = (): number => 0;
  const mapper = {
    mapFixed: nothing,
    misalignment: zero,
    populateHuge: zero,
    protect: nothing,
    unmapToZero: nothing,
    punchHole: nothing,
    futexWake: zero,
  };
  const services = { mapper, processors, frontEnd: undefined, release: '0', log: nothing };
  return new Sessions([], services as unknown as DriverServices);
}

const idle: DriverServices['processors'] = {
  post: () => undefined,
  removed: async () => undefined,
  poll: () => undefined,
  expectLaunches: () => undefined,
  expectWork: () => undefined,
};

test('every unfinished signal of a guest fails, and the guest can see why', (t) => {
  const sessions = sessionsWith(idle);
  const session = sessions.open(REQUEST) as Session;
  session.announce();
  const { view } = session.memory;
  const word = (signal: number, field: 'state' | 'status'): number =>
    CONTROL_BASE + SIGNAL_OFFSET + signal * Signal.size + Signal.offsetOf(field);
  view.setUint32(word(0, 'state'), SignalState.RUNNING, true);
  view.setUint32(word(1, 'state'), SignalState.COMPLETE, true);
  sessions.lose(EIO);
  t.is(view.getUint32(CONTROL_BASE + ControlHeader.offsetOf('device_lost'), true), EIO);
  t.is(view.getUint32(word(0, 'state'), true), SignalState.FAILED);
  t.is(view.getInt32(word(0, 'status'), true), -5);
  t.is(view.getUint32(word(1, 'state'), true), SignalState.COMPLETE);
  session.release();
});

test('a guest that opened the device and asked nothing yet is refused, and so is one that opens it later', (t) => {
  const sessions = sessionsWith(idle);
  const early = sessions.open(REQUEST) as Session;
  sessions.lose(EIO);
  const hello = { version: PROTOCOL_VERSION };
  t.is(early.ioctl(hello as never), -EIO);
  t.is(sessions.open(REQUEST), -EIO);
  early.release();
});

test('a session keeps its memory until every thread has ended, also when another one has died', async (t) => {
  const script = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);
  const left = new Int32Array(new SharedArrayBuffer(4));
  // Asks for an executor, and goes on until it is told to stop, as a long slice of a kernel does.
  const working = `
    import { workerData } from 'node:worker_threads';
    const { port } = workerData;
    port.postMessage({ do: 'crewWanted' });
    const timer = setInterval(() => undefined, 1000);
    let settings;
    port.on('message', (message) => {
      if (message.do === 'configure') settings = message.settings;
      if (message.do !== 'stop') return;
      clearInterval(timer);
      port.close();
      setTimeout(() => Atomics.store(settings.left, 0, 1), 200);
    });`;
  const awake = setInterval(() => undefined, 1000);
  t.teardown(() => clearInterval(awake));
  const seen = await new Promise<number>((resolve) => {
    const pool = new ProcessorPool({
      startProcessor: () => new ProcessorThread(script(working), () => 0),
      executorEntry: script("throw new Error('dead')"),
      executors: 1,
      settings: { left },
      wake: () => 0,
      onEvent: () => undefined,
      onLost: () => undefined,
    });
    pool.start();
    void pool.removed(1).then(() => resolve(Atomics.load(left, 0)));
  });
  t.is(seen, 1);
});

test('a dead thread is reported, and nobody waits for it to drop a session', async (t) => {
  const dead = new URL(`data:text/javascript,${encodeURIComponent("throw new Error('dead')")}`);
  // The pool's threads do not keep a process alive.
  const awake = setInterval(() => undefined, 1000);
  t.teardown(() => clearInterval(awake));
  const dropped: string[] = [];
  const reason = await new Promise<string>((resolve) => {
    const pool = new ProcessorPool({
      startProcessor: () => new ProcessorThread(dead, () => 0),
      executorEntry: dead,
      executors: 0,
      settings: {},
      wake: () => 0,
      onEvent: () => undefined,
      onLost: ({ message }) => {
        const after = pool.removed(2).then(() => dropped.push('after the death'));
        void Promise.all([before, after]).then(() => resolve(message));
      },
    });
    pool.start();
    const before = pool.removed(1).then(() => dropped.push('before the death'));
  });
  t.is(reason, 'dead');
  t.deepEqual(dropped.sort(), ['after the death', 'before the death']);
});
