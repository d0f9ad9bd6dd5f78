// A session whose guest goes, or gives memory back, while others still work for it.

import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { PAGE_SIZE } from '../../src/abi/memory-map.js';
import type { DriverServices, Mapper } from '../../src/driver/services.js';
import type { Session } from '../../src/driver/session.js';
import { Sessions } from '../../src/driver/sessions.js';
import { PERMISSION } from '../../src/emulator/memory.js';
import type { OpenRequest } from '../../src/host/device.js';

const REQUEST: OpenRequest = { pid: 1, tid: 1, flags: 0, abi: 'x86-64', fd: -1, inode: 1 };
const LAUNCH = { signal: 5 };

/** An open session, and what it did to its memory and its file: protections and holes. */
function openSession() {
  const done: string[] = [];
  const mapper: Mapper = {
    mapFixed: () => undefined,
    protect: (_view, _offset, _length, protection) => void done.push(`protect ${protection}`),
    unmapToZero: () => void done.push('unmap'),
    punchHole: () => void done.push('hole'),
    futexWake: () => 0,
  };
  const processors: DriverServices['processors'] = {
    post: () => undefined,
    removed: async () => undefined,
    poll: () => undefined,
    expectWork: () => void done.push('work'),
  };
  const services = { mapper, processors, frontEnd: undefined, release: '0', log: () => undefined };
  const sessions = new Sessions([], services as unknown as DriverServices);
  const session = sessions.open(REQUEST) as Session;
  session.announce();
  return { done, session, sessions };
}

test('memory that is given back stays accessible to threads that may just be reading it', (t) => {
  const { done, session } = openSession();
  const { address, size } = session.allocate(PAGE_SIZE)!;
  t.deepEqual(done, ['protect 3']);
  t.true(session.memory.allows(address, size, PERMISSION.readWrite));
  t.true(session.free(address));
  t.deepEqual(done, ['protect 3', 'hole'], 'no page is protected');
  t.false(session.memory.allows(address, size, PERMISSION.read), 'kernels may not use it');
  t.false(session.free(address));
});

test('who waits for a launch of a guest that has gone does not touch its memory any more', async (t) => {
  for (const end of ['finished', 'lost'] as const) {
    const { done, session, sessions } = openSession();
    let settled = false;
    void session.launch(LAUNCH).then(() => {
      settled = true;
    });
    session.release();
    if (end === 'finished') session.finished(LAUNCH.signal, undefined);
    else sessions.lose(5);
    await setImmediate();
    t.false(settled, end);
    t.deepEqual(done, ['unmap', 'unmap'], end);
  }
});

test('large buffers announce work, small ones do not', (t) => {
  const { done, session } = openSession();
  session.allocate(1 << 20);
  t.false(done.includes('work'));
  session.allocate(3 << 20);
  t.true(done.includes('work'));
});
