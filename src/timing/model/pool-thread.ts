// A thread of a simulation: runs its compute units window by window, by commands in shared memory. It never returns to
// its event loop in between.

import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { isaOfCode } from '../../isa/load-isa.js';
import { AtollError, describeError } from '../../util/errors.js';
import { required } from '../../util/required.js';
import { RecordFile } from '../records/reader.js';
import { SimulatedMachine } from './machine.js';
import { ORDER, WINDOW, type WindowPhase, WORD, waitWhile } from './pool-words.js';
import { Share } from './share.js';
import type { PoolWords, SimulationJob } from './simulation-pool.js';

const { buffer, port } = workerData as PoolWords;
const PARTS: Readonly<Record<number, WindowPhase>> = {
  [ORDER.run]: 'run',
  [ORDER.serve]: 'serve',
  [ORDER.answer]: 'answer',
};
const control = new Int32Array(buffer);
const window = new Float64Array(buffer);

let share: Share | undefined;

function attach({ fd, file, parameters, memory, thread, threads, core }: SimulationJob): void {
  const records = new RecordFile(fd, file);
  isaOfCode(records.launch.isa);
  share = new Share(new SimulatedMachine(records, parameters, memory, thread, core), threads);
}

function obey(order: number): void {
  if (order === ORDER.attach) attach((receiveMessageOnPort(port) as { readonly message: SimulationJob }).message);
  else required(share, 'share')[required(PARTS[order], 'part')](window[WINDOW.from]!, window[WINDOW.before]!);
}

for (let seen = 0; ; seen++) {
  waitWhile(control, WORD.orders, seen);
  const order = Atomics.load(control, WORD.order);
  if (order === ORDER.end) break;
  try {
    obey(order);
  } catch (error) {
    const { code, message, hint } =
      error instanceof AtollError ? error : new AtollError('INTERNAL', describeError(error));
    port.postMessage({ code, message, hint });
    Atomics.store(control, WORD.failed, 1);
  }
  Atomics.add(control, WORD.done, 1);
  Atomics.notify(control, WORD.done);
}
parentPort?.close();
port.close();
