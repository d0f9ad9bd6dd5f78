// A thread of a sweep: simulates one case after the other, as it is told.

import { parentPort, workerData } from 'node:worker_threads';
import { AtollError, describeError } from '../../util/errors.js';
import type { SweepCase } from './cases.js';
import { runCase } from './one.js';

const { file } = workerData as { readonly file: string };
parentPort!.on('message', ({ index, one }: { readonly index: number; readonly one: SweepCase }) => {
  try {
    parentPort!.postMessage({ index, result: runCase(file, one) });
  } catch (error) {
    const known =
      error instanceof AtollError ? { code: error.code, message: error.message, hint: error.hint } : undefined;
    parentPort!.postMessage({ index, error: known ?? { code: 'INTERNAL', message: describeError(error) } });
  }
});
