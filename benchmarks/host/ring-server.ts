// The server side of the ring measurement (see probe.c): a Worker that sleeps until a request word changes.
import { parentPort, workerData } from 'node:worker_threads';
import { loadNative } from '../../src/host/native.js';

const native = loadNative();
const memory = workerData as WebAssembly.Memory;
const bytes = new Uint8Array(memory.buffer);
const words = new Int32Array(memory.buffer);
const request = 0;
const done = 1;
const farewell = -1;

parentPort!.postMessage('ready');
for (let last = 0; ; ) {
  native.futexWait(bytes, 4 * request, last, -1);
  const next = Atomics.load(words, request);
  if (next === last) continue;
  if (next === farewell) break;
  last = next;
  Atomics.store(words, done, next);
  native.futexWake(bytes, 4 * done, 1);
}
