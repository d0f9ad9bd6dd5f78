// The processor thread: composition root of the data plane. Sleeps in one futex wait on all doorbells and the control word.

import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import { Crew } from './driver/processor/crew.js';
import type { ThreadData, ThreadMessage } from './driver/processor/pool.js';
import { Processor } from './driver/processor/processor.js';
import { createEngine, type EngineName } from './engines.js';
import { loadNative } from './host/native.js';

export interface ThreadSettings {
  readonly engine: EngineName;
  readonly timeoutMs: number | undefined;
  /** Threads that execute wavefronts, this one included. */
  readonly workers: number;
}

const native = loadNative();
const { port, control, crewWord, settings } = workerData as ThreadData & { settings: ThreadSettings };
const words = new Int32Array(control);
const controlBytes = new Uint8Array(control);
const crewWords = new Int32Array(crewWord);
const crewBytes = new Uint8Array(crewWord);

const processor = new Processor({
  createEngine: (memory) => createEngine(settings.engine, memory),
  futex: { wake: (view, byteOffset, count) => void native.futexWake(view, byteOffset, count) },
  crew: new Crew((view, byteOffset) => void native.futexWake(view, byteOffset, 1)),
  executors: settings.workers - 1,
  timeoutMs: settings.timeoutMs,
  emit: (event) => port.postMessage(event),
});

/** Delivers what the control plane has sent; false when it said stop. */
function receiveAll(): boolean {
  for (let got = receiveMessageOnPort(port); got; got = receiveMessageOnPort(port)) {
    const message = got.message as ThreadMessage;
    if (message.do === 'stop') return false;
    processor.receive(message);
  }
  return true;
}

/**
 * Sleeps until a guest rings, an executor leaves a team, or the control plane speaks.
 * @param seen the control word from before the last receiveAll
 */
function sleep(seen: number): void {
  const { channels } = processor;
  for (const channel of channels) channel.sleeping = true;
  const doorbells = channels.map(({ memory, doorbellAddress, doorbell }) => ({
    view: memory.u8,
    byteOffset: doorbellAddress,
    expected: doorbell,
  }));
  const own = { view: controlBytes, byteOffset: 0, expected: seen };
  const crew = { view: crewBytes, byteOffset: 0, expected: Atomics.load(crewWords, 0) };
  // What came before the words were read is seen here, what comes later changes a word that we wait on.
  if (!processor.busy) native.futexWaitAny([own, crew, ...doorbells], processor.patience);
  for (const channel of channels) channel.sleeping = false;
}

for (;;) {
  const seen = Atomics.load(words, 0);
  if (!receiveAll()) break;
  processor.watch();
  if (processor.busy) processor.step();
  else sleep(seen);
}
port.close();
