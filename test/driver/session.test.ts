// A session whose guest goes, or gives memory back, while others still work for it.

import { setImmediate, setTimeout } from 'node:timers/promises';
import test from 'ava';
import { CONTROL_SIZE, FILE_SIZE, HUGE_PAGE_SIZE, PAGE_SIZE, VRAM_SIZE, vramOffset } from '../../src/abi/memory-map.js';
import { FRESH_FROM } from '../../src/driver/processor/fresh-memory.js';
import type { SessionMessage } from '../../src/driver/processor/messages.js';
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
  const posted: SessionMessage[] = [];
  const mapper: Mapper = {
    mapFixed: () => undefined,
    misalignment: () => 0,
    populateHuge: (_view, address, length) => done.push(`huge ${address} ${length}`),
    protect: (_view, _offset, _length, protection) => void done.push(`protect ${protection}`),
    unmapToZero: () => void done.push('unmap'),
    punchHole: () => void done.push('hole'),
    futexWake: () => 0,
  };
  const processors: DriverServices['processors'] = {
    post: (message) => void posted.push(message),
    removed: async () => undefined,
    poll: () => undefined,
    expectLaunches: () => void done.push('launches'),
    expectWork: () => void done.push('work'),
  };
  const services = { mapper, processors, frontEnd: undefined, release: '0', log: () => undefined };
  const sessions = new Sessions([], services as unknown as DriverServices);
  const session = sessions.open(REQUEST) as Session;
  session.announce();
  return { done, posted, session, sessions };
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

test('allocations that hold a huge page are populated at once, smaller ones are not', (t) => {
  const { done, session } = openSession();
  session.allocate(HUGE_PAGE_SIZE - PAGE_SIZE);
  t.false(done.some((each) => each.startsWith('huge')));
  const { address, size } = session.allocate(HUGE_PAGE_SIZE)!;
  t.deepEqual(
    done.filter((each) => each.startsWith('huge')),
    [`huge ${address} ${size}`],
  );
});

test('video memory begins behind the control window of the file, where its huge pages are those of the memory', (t) => {
  for (const misalignment of [0, PAGE_SIZE, CONTROL_SIZE, HUGE_PAGE_SIZE - PAGE_SIZE]) {
    const offset = vramOffset(misalignment);
    t.is(offset % HUGE_PAGE_SIZE, misalignment);
    t.true(offset >= CONTROL_SIZE && offset + VRAM_SIZE <= FILE_SIZE);
  }
});

test('large buffers announce work, small ones do not', (t) => {
  const { done, session } = openSession();
  session.allocate(1 << 18);
  t.false(done.includes('work'));
  session.allocate(3 << 18);
  t.true(done.includes('work'));
});

test('a guest that takes its time announces launches, one that has gone does not', async (t) => {
  const [patient, gone] = [openSession(), openSession()];
  gone.session.release();
  t.false(patient.done.includes('launches'));
  await setTimeout(200);
  t.true(patient.done.includes('launches'));
  t.false(gone.done.includes('launches'));
});

test('who gives pages to new memory hears of what is large', (t) => {
  const { posted, session } = openSession();
  session.allocate(FRESH_FROM / 2);
  const { address, size } = session.allocate(FRESH_FROM)!;
  t.deepEqual(
    posted.filter(({ do: what }) => what === 'allocated'),
    [{ do: 'allocated', session: session.id, address, size }],
  );
});
