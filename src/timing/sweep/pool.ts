// Runs the cases of a sweep on several threads. Results come in the order of the cases, whatever thread was faster.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AtollError } from '../../util/errors.js';
import { moduleUrl } from '../../util/paths.js';
import { required } from '../../util/required.js';
import { withRecords } from '../records/reader.js';
import { configurationOfCase, type SweepResult, type SweepTask } from './cases.js';
import { runTask } from './one.js';

interface Answer {
  readonly index: number;
  readonly result?: SweepResult;
  readonly error?: ConstructorParameters<typeof AtollError>[0] extends infer Code
    ? { readonly code: Code; readonly message: string; readonly hint?: string }
    : never;
}

/**
 * @param threads how many; absent: as many as there are processors
 * @param onResult called with each result
 * @throws AtollError of the first case that cannot be simulated
 */
export async function runSweep(
  tasks: readonly SweepTask[],
  threads = availableParallelism(),
  onResult: (result: SweepResult) => void = () => {},
): Promise<readonly SweepResult[]> {
  // Invalid chips and records are rejected before the first simulation.
  for (const task of tasks) configurationOfCase(task);
  for (const file of new Set(tasks.map((task) => task.file))) withRecords(file, () => {});
  const count = Math.min(threads, tasks.length);
  const results: SweepResult[] = [];
  const note = (index: number, result: SweepResult): void => {
    results[index] = result;
    onResult(result);
  };
  if (count <= 1) {
    for (const [index, task] of tasks.entries()) note(index, runTask(task));
    return results;
  }
  const workers: Worker[] = [];
  const queue = tasks.entries();
  try {
    await Promise.all(
      Array.from({ length: count }, () => {
        const worker = new Worker(moduleUrl('timing/sweep/worker.js'));
        workers.push(worker);
        return drain(queue, worker, note);
      }),
    );
    return results;
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Gives a thread one task after the other, until none is left. */
const drain = (
  queue: Iterator<[index: number, task: SweepTask]>,
  worker: Worker,
  note: (index: number, result: SweepResult) => void,
): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const give = (): void => {
      const { done, value } = queue.next();
      if (done) return resolve();
      const [index, task] = value;
      worker.postMessage({ index, task });
    };
    worker.on('message', ({ index, result, error }: Answer) => {
      if (error) return reject(new AtollError(error.code, error.message, error.hint));
      note(index, required(result, 'result of the case'));
      give();
    });
    worker.on('error', reject);
    give();
  });
