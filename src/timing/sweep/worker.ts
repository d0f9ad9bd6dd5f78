// A thread of a sweep: simulates one case after the other, by commands.

import { parentPort } from 'node:worker_threads';
import { AtollError, describeError } from '../../util/errors.js';
import { nonNull } from '../../util/required.js';
import type { SweepTask } from './cases.js';
import { runTask } from './one.js';

const port = nonNull(parentPort, 'port of the thread');
port.on('message', ({ index, task }: { readonly index: number; readonly task: SweepTask }) => {
  try {
    port.postMessage({ index, result: runTask(task) });
  } catch (error) {
    const failure =
      error instanceof AtollError ? { code: error.code, message: error.message, hint: error.hint } : undefined;
    port.postMessage({ index, error: failure ?? { code: 'INTERNAL', message: describeError(error) } });
  }
});
