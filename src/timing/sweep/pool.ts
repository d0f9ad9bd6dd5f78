// Runs the cases of a sweep on several threads. Results come in the order of the cases, whatever thread was quicker.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AtollError } from '../../util/errors.js';
import { configurationOfCase, type SweepCase, type SweepResult } from './cases.js';
import { runCase } from './one.js';

interface Answer {
  readonly index: number;
  readonly result?: SweepResult;
  readonly error?: ConstructorParameters<typeof AtollError>[0] extends infer Code
    ? { readonly code: Code; readonly message: string; readonly hint?: string }
    : never;
}

/** @param threads how many; absent: as many as there are processors @throws AtollError of the first case that cannot be simulated */
export async function runSweep(
  file: string,
  cases: readonly SweepCase[],
  threads = availableParallelism(),
): Promise<readonly SweepResult[]> {
  // What is no chip is refused before anything is simulated.
  for (const one of cases) configurationOfCase(one);
  const count = Math.min(threads, cases.length);
  if (count <= 1) return cases.map((one) => runCase(file, one));
  const results: SweepResult[] = [];
  const workers: Worker[] = [];
  let next = 0;
  try {
    await Promise.all(
      Array.from({ length: count }, () => {
        const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: { file } });
        workers.push(worker);
        return new Promise<void>((resolve, reject) => {
          const give = (): void => {
            if (next === cases.length) return resolve();
            worker.postMessage({ index: next, one: cases[next] });
            next++;
          };
          worker.on('message', ({ index, result, error }: Answer) => {
            if (error) return reject(new AtollError(error.code, error.message, error.hint));
            results[index] = result!;
            give();
          });
          worker.on('error', reject);
          give();
        });
      }),
    );
    return results;
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
