// A processor thread that dies of a defect: pending waits fail, and later ones do not block.

import { constants } from 'node:os';
import test from 'ava';
import { CONTROL_BASE } from '../../src/abi/memory-map.js';
import { ControlHeader, PROTOCOL_VERSION, SIGNAL_OFFSET, Signal, SignalState } from '../../src/abi/schema.js';
import type { Context } from '../../src/driver/core/context.js';
import { ProcessorPool } from '../../src/driver/core/pool.js';
import { ProcessorThread } from '../../src/driver/core/processor/thread.js';
import { atollDevice, openFile } from './model.js';

const { EIO } = constants.errno;

test('every unfinished signal of a guest fails, and the guest can read the reason', (t) => {
  const { contexts, device } = atollDevice({});
  const { session } = openFile(device);
  session.context.announce();
  const { view } = session.context.video.memory;
  const word = (signal: number, field: 'state' | 'status'): number =>
    CONTROL_BASE + SIGNAL_OFFSET + signal * Signal.size + Signal.offsetOf(field);
  view.setUint32(word(0, 'state'), SignalState.RUNNING, true);
  view.setUint32(word(1, 'state'), SignalState.COMPLETE, true);
  contexts.lose(EIO);
  t.is(view.getUint32(CONTROL_BASE + ControlHeader.offsetOf('device_lost'), true), EIO);
  t.is(view.getUint32(word(0, 'state'), true), SignalState.FAILED);
  t.is(view.getInt32(word(0, 'status'), true), -5);
  t.is(view.getUint32(word(1, 'state'), true), SignalState.COMPLETE);
  session.release();
});

test('a guest that opened the device without a request is refused, and so is one that opens it later', (t) => {
  const { contexts, device } = atollDevice({});
  const early = openFile(device);
  contexts.lose(EIO);
  const hello = { version: PROTOCOL_VERSION };
  t.is(early.ioctl(hello as never), -EIO);
  t.throws(() => openFile(device), { message: `refused with ${-EIO}` });
  early.release();
});

test('launches of a guest with a lost device fail, before and after', async (t) => {
  const { contexts } = atollDevice({});
  const context = contexts.open(-1) as Context;
  context.announce();
  const order = { program: 1, kernel: 0, device: 0, launch: {} as never };
  const before = context.launch(order);
  contexts.lose(EIO);
  t.is(await before, 'the device is lost');
  t.is(await context.launch(order), 'the device is lost');
});

test('a session keeps its memory until every thread has ended, also when another one has died', async (t) => {
  const script = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);
  const left = new Int32Array(new SharedArrayBuffer(4));
  // Requests an executor, and continues until it is stopped, as a long slice of a kernel does.
  const working = `
    import { workerData } from 'node:worker_threads';
    const { port } = workerData;
    port.postMessage({ type: 'workers-needed' });
    const timer = setInterval(() => undefined, 1000);
    let settings;
    port.on('message', (message) => {
      if (message.type === 'configure') settings = message.settings;
      if (message.type !== 'stop') return;
      clearInterval(timer);
      port.close();
      setTimeout(() => Atomics.store(settings.left, 0, 1), 200);
    });`;
  const awake = setInterval(() => undefined, 1000);
  t.teardown(() => clearInterval(awake));
  const lossCount = await new Promise<number>((resolve) => {
    const pool = new ProcessorPool({
      startProcessor: () => new ProcessorThread(script(working), () => 0),
      executorEntry: script("throw new Error('dead')"),
      executors: 1,
      settings: { left },
      keeps: false,
      wake: () => 0,
      onEvent: () => undefined,
      onLost: () => undefined,
    });
    pool.start();
    void pool.removed(1).then(() => resolve(Atomics.load(left, 0)));
  });
  t.is(lossCount, 1);
});

test('a dead thread is reported, and dropping a session does not wait for it', async (t) => {
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
      keeps: false,
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
