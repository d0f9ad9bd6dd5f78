// A session whose guest goes, or gives memory back, while others still work for it.

import { setImmediate, setTimeout } from 'node:timers/promises';
import test from 'ava';
import { CONTROL_SIZE, FILE_SIZE, HUGE_PAGE_SIZE, PAGE_SIZE, VRAM_SIZE, vramOffset } from '../../src/abi/memory-map.js';
import { FRESH_FROM } from '../../src/driver/core/processor/huge-page-prefault.js';
import type { SessionMessage } from '../../src/driver/core/processor/messages.js';
import type { CoreServices } from '../../src/driver/core/services.js';
import { PERMISSION } from '../../src/emulator/memory.js';
import type { PageMapper } from '../../src/host/page-mapper.js';
import { atollDevice, openFile } from './model.js';

const ORDER = { program: 1, kernel: 0, device: 0, launch: {} as never };
const LAUNCH = 1n;

/** An open session, and its changes of memory and file: protections and holes. */
function openSession(usesNativeWorkers = false) {
  const done: string[] = [];
  const posted: SessionMessage[] = [];
  const mapper: PageMapper = {
    mapFixed: () => undefined,
    misalignment: (_view, address, alignment) => address % alignment,
    populateHuge: (_view, address, length, size) => {
      done.push(`huge ${address} ${length}`);
      return Math.floor((address + length) / size) * size - Math.ceil(address / size) * size;
    },
    unmapToZero: () => void done.push('unmap'),
    punchHole: () => void done.push('hole'),
    futexWake: () => 0,
  };
  const processors: CoreServices['processors'] = {
    post: (message) => void posted.push(message),
    removed: async () => undefined,
    poll: () => undefined,
    expectLaunches: () => void done.push('launches'),
    expectWork: () => void done.push('work'),
  };
  const { contexts, device } = atollDevice({ mapper, processors, usesNativeWorkers });
  const { session } = openFile(device);
  const { context } = session;
  context.announce();
  return { done, posted, session, context, contexts };
}

test('memory that is given back stays accessible to threads that may just be reading it', (t) => {
  const { done, context } = openSession();
  const { address, size } = context.allocate(PAGE_SIZE)!;
  t.true(context.video.memory.allows(address, size, PERMISSION.readWrite));
  t.true(context.free(address));
  t.deepEqual(done, ['hole'], 'no page is protected');
  t.false(context.video.memory.allows(address, size, PERMISSION.read), 'kernels may not use it');
  t.false(context.free(address));
});

test('a wait for a launch of an ended guest no longer accesses its memory', async (t) => {
  for (const end of ['finished', 'lost'] as const) {
    const { done, session, context, contexts } = openSession();
    let settled = false;
    void context.launch(ORDER).then(() => {
      settled = true;
    });
    session.release();
    if (end === 'finished') context.ended(LAUNCH, undefined);
    else contexts.lose(5);
    await setImmediate();
    t.false(settled, end);
    t.deepEqual(done, ['unmap', 'unmap'], end);
  }
});

test('allocations that hold a huge page are populated at once, smaller ones are not', (t) => {
  const { done, context } = openSession();
  context.allocate(HUGE_PAGE_SIZE - PAGE_SIZE);
  t.false(done.some((each) => each.startsWith('huge')));
  const { address, size } = context.allocate(HUGE_PAGE_SIZE)!;
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
  const { done, context } = openSession();
  context.allocate(1 << 18);
  t.false(done.includes('work'));
  context.allocate(3 << 18);
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

test('native workers: work is announced only for programs that are compiled anew', async (t) => {
  const { done, context } = openSession(true);
  context.allocate(1 << 20);
  await setTimeout(200);
  t.false(done.includes('work') || done.includes('launches'));
  context.launchesWithoutNativeWorkers();
  t.true(done.includes('work') && done.includes('launches'));
  const small = openSession(true);
  small.context.launchesWithoutNativeWorkers();
  t.false(small.done.includes('work') || small.done.includes('launches'));
  small.context.allocate(1 << 20);
  t.true(small.done.includes('work'));
});

test('kernels with images are nothing for nativeWorkers: work is announced', (t) => {
  for (const kind of ['image', 'global'] as const) {
    const { done, context } = openSession(true);
    context.allocate(1 << 20);
    const kernels = [{ signature: { arguments: [{ kind }] } }];
    context.place({ kernels, size: PAGE_SIZE, place: () => [] } as never, 1);
    t.is(done.includes('work'), kind === 'image');
  }
});

test('large new allocations are sent to the prefault thread', (t) => {
  const { posted, context } = openSession();
  context.allocate(FRESH_FROM / 2);
  const { address, size } = context.allocate(FRESH_FROM)!;
  t.deepEqual(
    posted.filter(({ type }) => type === 'range-allocated'),
    [{ type: 'range-allocated', session: context.id, address, size, huge: false }],
  );
});

test('an allocation with huge pages: the parts before and behind them have no pages yet', (t) => {
  const { posted, context } = openSession();
  context.allocate(HUGE_PAGE_SIZE - PAGE_SIZE);
  posted.length = 0;
  const { address } = context.allocate(2 * HUGE_PAGE_SIZE)!;
  const ranges = posted.flatMap((message) =>
    message.type === 'range-allocated' ? [[message.address - address, message.size, message.huge]] : [],
  );
  t.deepEqual(ranges, [
    [0, PAGE_SIZE, false],
    [PAGE_SIZE, HUGE_PAGE_SIZE, true],
    [PAGE_SIZE + HUGE_PAGE_SIZE, HUGE_PAGE_SIZE - PAGE_SIZE, false],
  ]);
});
