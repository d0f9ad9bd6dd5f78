// The thread that gives signs of life (heartbeat.ts).

import { workerData } from 'node:worker_threads';
import { loadNative } from '../../host/native.js';
import { BEAT_MS, LIFE, type LifeData } from './heartbeat.js';

/** Milliseconds for the other side to take a few bytes: if it does not, the board's thread detects that. */
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
    // The connection is closed: without a program this process has nothing to do.
    native.exitAtOnce(0);
  }
  Atomics.store(word, 0, LIFE.beating);
  Atomics.notify(word, 0);
}
