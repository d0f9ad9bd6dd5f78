// Requests that wait for the wavefronts of a queue: each ends, also where the queue or the process does.

import test from 'ava';
import { PendingSuspensions } from '../../../src/driver/kfd/suspensions.js';

const QUEUE = 4;
const state = { id: QUEUE, controlStack: Uint32Array.of(1, 2, 3), areaBytes: 64 };

test('a reply settles the request of its queue', async (t) => {
  const suspensions = new PendingSuspensions();
  const waiting = suspensions.wait(QUEUE);
  suspensions.settle({ ...state, id: QUEUE + 2 });
  suspensions.settle(state);
  t.deepEqual(await waiting, state);
});

test('a queue that is destroyed or suspended anew ends an earlier request', async (t) => {
  const suspensions = new PendingSuspensions();
  const first = suspensions.wait(QUEUE);
  const second = suspensions.wait(QUEUE);
  t.is((await first).areaBytes, 0);
  suspensions.drop(QUEUE);
  t.is((await second).areaBytes, 0);
});

test('no request waits when all queues are gone', async (t) => {
  const suspensions = new PendingSuspensions();
  const waiting = suspensions.wait(QUEUE);
  suspensions.close();
  t.is((await waiting).id, QUEUE);
  t.is((await suspensions.wait(QUEUE)).areaBytes, 0);
});
