// The thread that gives signs of life (heartbeat.ts).

import { workerData } from 'node:worker_threads';
import { loadNative } from '../../host/native.js';
import { BEAT_MS, LIFE, type LifeData } from './heartbeat.js';

/**
 * Milliseconds for the other side to take a few bytes: who does not has other troubles, and the board's thread finds
 * them.
 */
const SEND_TIMEOUT_MS = 10_000;

const { word: buffer, fd, frame } = workerData as LifeData;
const word = new Int32Array(buffer);
const native = loadNative();

for (;;) {
  Atomics.wait(word, 0, LIFE.idle);
  if (Atomics.wait(word, 0, LIFE.beating, BEAT_MS) !== 'timed-out') continue;
  if (Atomics.compareExchange(word, 0, LIFE.beating, LIFE.sending) !== LIFE.beating) continue;
  try {
    native.sendBytes(fd, frame, 0, frame.length, SEND_TIMEOUT_MS);
  } catch {
    // Nobody listens any more: where the program has gone nobody waits for what this process does.
    native.exitAtOnce(0);
  }
  Atomics.store(word, 0, LIFE.beating);
  Atomics.notify(word, 0);
}
