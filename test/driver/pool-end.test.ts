// The end of the threads: their last output is waited for, and nothing else.

import test from 'ava';
import { ProcessorPool } from '../../src/driver/core/pool.js';
import { ProcessorThread } from '../../src/driver/core/processor/thread.js';

/** Takes a second to write its output, as a slow disk does. */
const writing = `
  import { parentPort, workerData } from 'node:worker_threads';
  const { port } = workerData;
  port.on('message', (message) => {
    if (message.type !== 'stop') return;
    setTimeout(() => {
      port.postMessage({ type: 'text', text: 'recorded' });
      parentPort.postMessage('finished');
      port.close();
    }, 1000);
  });`;

async function messagesAtEnd(keeps: boolean): Promise<{ messages: string[]; ms: number }> {
  const messages: string[] = [];
  const entry = new URL(`data:text/javascript,${encodeURIComponent(writing)}`);
  const pool = new ProcessorPool({
    startProcessor: () => new ProcessorThread(entry, () => 0),
    executorEntry: entry,
    executors: 0,
    settings: {},
    keeps,
    wake: () => 0,
    onEvent: (event) => {
      if (event.type === 'text') messages.push(event.text);
    },
    onLost: () => undefined,
  });
  pool.start();
  const begin = performance.now();
  await pool.stop();
  return { messages, ms: performance.now() - begin };
}

test('a recording that takes longer to write is waited for', async (t) => {
  t.deepEqual((await messagesAtEnd(true)).messages, ['recorded']);
});

test('pool end: an idle thread is not waited for', async (t) => {
  const { messages, ms } = await messagesAtEnd(false);
  t.deepEqual(messages, []);
  t.true(ms < 1000, `${ms} ms`);
});
