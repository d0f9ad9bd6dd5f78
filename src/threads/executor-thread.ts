// An executor thread: composition root for helping the command processor with large launches.

import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { ExecutorThreadData } from '../driver/core/pool.js';
import { Executor } from '../driver/core/processor/executor.js';
import { sayFinished } from '../driver/core/processor/thread.js';
import { EXECUTOR_WORD, type WorkerCommand } from '../driver/core/processor/worker-pool.js';
import { schedulerOf } from '../emulator/schedule.js';
import { loadNative } from '../host/native.js';
import { nativeCode } from '../kernels/native-code.js';
import { SharedTranslations } from '../kernels/shared-translations.js';
import { translationStore } from '../kernels/translations.js';
import { subscribe, type TraceSpan } from '../util/trace-spans.js';
import { createEngine } from './engines.js';
import type { ThreadSettings } from './thread-settings.js';

const native = loadNative();
const {
  port,
  control,
  poolWord: crewWord,
  unit,
  settings,
} = workerData as ExecutorThreadData & { settings: ThreadSettings };
const words = new Int32Array(control);
const controlBytes = new Uint8Array(control);

/**
 * Microseconds that the next launch is looked out for when a team has been left: guests that wait for each launch need
 * about half.
 */
const NEXT_LAUNCH_US = 200;

/** Trace spans since the last report. */
const spans: TraceSpan[] = [];
if (settings.timeline) subscribe((span) => spans.push(span));

const store = new SharedTranslations(settings.translations, translationStore(settings.cacheDir));
// The processor thread runs the same kernels and requests what they need.
const machineCode = settings.nativeCode ? nativeCode(settings.cacheDir, () => undefined) : undefined;
const executor = new Executor({
  createEngine: (memory) =>
    // The processor thread has compiled the same kernel before, and said so.
    createEngine(settings.engine, memory, {
      store,
      nativeCode: machineCode,
      tiering: {},
      clang: settings.clang,
      say: () => undefined,
    }),
  scheduler: schedulerOf(settings.schedule),
  unit,
  report: (report) =>
    port.postMessage(settings.timeline ? { ...report, trace: { unit, happenings: spans.splice(0) } } : report),
  rest: (rest) => port.postMessage(rest),
  saved: (saved) => port.postMessage(saved),
  left: () => {
    Atomics.add(new Int32Array(crewWord), 0, 1);
    native.futexWake(new Uint8Array(crewWord), 0, 1);
  },
});

function receiveAll(): void {
  for (let message = receiveMessageOnPort(port); message; message = receiveMessageOnPort(port))
    executor.receive(message.message as WorkerCommand);
}

/** Sleeps until an order comes. @param seen the word of orders before those that have been read */
function awaitOrder(seen: number): void {
  // Launches that follow each other closely would otherwise wake this thread on the processor that has just called it.
  const soon = executor.takeWorked() && native.futexSpin(controlBytes, 0, seen, NEXT_LAUNCH_US);
  if (!soon) native.futexWait(controlBytes, 0, seen, -1);
}

function serve(): void {
  Atomics.store(words, EXECUTOR_WORD.ready, 1);
  while (Atomics.load(words, EXECUTOR_WORD.stop) === 0) {
    const seen = Atomics.load(words, EXECUTOR_WORD.orders);
    receiveAll();
    if (executor.busy) executor.step();
    else if (Atomics.load(words, EXECUTOR_WORD.stop) === 0) awaitOrder(seen);
  }
  sayFinished();
  port.close();
}

if (settings.rocm.length === 0) serve();
else void import('./rocm.js').then(({ loadRocm }) => loadRocm(settings.rocm)).then(serve);
