// Requests that wait for the wavefronts of a queue: each ends, also where the queue or the process does.

import test from 'ava';
import type { FromQueues } from '../../../src/driver/kfd/aql/messages.js';
import type { AqlRing } from '../../../src/driver/kfd/aql/ring.js';
import { Suspensions } from '../../../src/driver/kfd/aql/suspensions.js';
import { PendingSuspensions } from '../../../src/driver/kfd/suspensions.js';
import { createMemory } from '../../emulator/harness.js';

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

test('a kernel that ends after its queue was destroyed sends no reply', (t) => {
  const memory = createMemory();
  const replies: FromQueues[] = [];
  const suspensions = new Suspensions(memory, (message) => replies.push(message));
  const place = { id: QUEUE, device: 0, chip: 'gfx900', ring: 0, size: 1024, written: 0, read: 0 };
  const ring = { place, running: true, busy: true, isAwaited: false } as AqlRing;
  const suspend = { type: 'update', id: QUEUE, running: false } as const;
  suspensions.update(suspend, ring);
  t.deepEqual([ring.running, ring.isAwaited, replies.length], [false, true, 0]);
  suspensions.drop(QUEUE, ring);
  suspensions.ended(ring);
  t.is(replies.length, 0);
  suspensions.update(suspend, { ...ring, busy: false } as AqlRing);
  t.like(replies[0], { type: 'suspended', queue: { id: QUEUE, areaBytes: 0 } });
});
