// Reuse of the memory of a guest that has ended, and errors of guests when a resource is exhausted.

import { constants } from 'node:os';
import test from 'ava';
import {
  CONTROL_BASE,
  CONTROL_SIZE,
  ENGINE_BASE,
  FILE_SIZE,
  PAGE_SIZE,
  SCRATCH_BASE,
  SCRATCH_SIZE,
  VRAM_BASE,
} from '../../src/abi/memory-map.js';
import type { Context } from '../../src/driver/core/context.js';
import { Contexts } from '../../src/driver/core/contexts.js';
import { RequestError } from '../../src/driver/core/errno.js';
import { Mappings } from '../../src/driver/core/mappings.js';
import { MemoryPool } from '../../src/driver/core/memory-pool.js';
import type { CoreServices } from '../../src/driver/core/services.js';
import { VideoMemory } from '../../src/driver/core/video-memory.js';
import { PERMISSION } from '../../src/emulator/memory.js';
import { PAGE_COUNT, PAGE_TABLE } from '../../src/emulator/state.js';
import { loadNative } from '../../src/host/native.js';
import type { PageMapper } from '../../src/host/page-mapper.js';
import { idle } from './model.js';

const native = loadNative();

function openContexts(mapper: PageMapper = native, processors: CoreServices['processors'] = idle) {
  const warnings: string[] = [];
  const contexts = new Contexts({
    mapper,
    processors,
    log: () => undefined,
    warn: (text) => void warnings.push(text),
  });
  return { contexts, warnings };
}

/** Ends a context as its threads would: first the processor has dropped it, then the executors. */
async function end(contexts: Contexts, context: Context): Promise<void> {
  context.release();
  await Promise.resolve();
  contexts.receive({ type: 'session-released', session: context.id });
}

test('a memory that is used again is as a new one', async (t) => {
  const { contexts } = openContexts();
  const fds = ['first', 'second', 'other'].map((name) => native.createMemfd(name, FILE_SIZE));
  const first = contexts.open(fds[0]!) as Context;
  first.announce();
  const { memory } = first.video;
  const wasm = memory.memory;
  first.video.mapWindow(CONTROL_BASE, CONTROL_SIZE, 0);
  const { address } = first.allocate(1 << 20)!;
  first.video.claim(VRAM_BASE + (64 << 20), 2 * PAGE_SIZE, fds[2], VRAM_BASE);
  const places = [ENGINE_BASE, ENGINE_BASE + (64 << 20), CONTROL_BASE, SCRATCH_BASE, SCRATCH_BASE + SCRATCH_SIZE - 1];
  places.push(address, address + (1 << 20) - 1, VRAM_BASE + (64 << 20), 2 ** 32 - 1);
  for (const place of places) memory.u8[place] = 0x5a;
  await end(contexts, first);
  t.throws(() => first.video.memory, { message: /access to the memory of a guest that has ended/ });

  const second = contexts.open(fds[1]!) as Context;
  const again = second.video.memory;
  t.is(again.memory, wasm, 'the same address range');
  for (const place of places) t.is(again.u8[place], 0, `0x${place.toString(16)}`);
  const allowed = [...again.u8.subarray(PAGE_TABLE, PAGE_TABLE + PAGE_COUNT).entries()].filter(
    ([, bits]) => bits !== 0,
  );
  t.is(allowed[0]![0], SCRATCH_BASE / PAGE_SIZE);
  t.is(allowed.length, SCRATCH_SIZE / PAGE_SIZE, 'kernels may use the scratch window alone');
  t.false(again.allows(address, 1, PERMISSION.read));
  second.release();
  for (const fd of fds) native.closeFd(fd);
});

test('a memory is not used again before its executors have dropped it', async (t) => {
  const { contexts } = openContexts();
  const fd = native.createMemfd('guest', FILE_SIZE);
  const first = contexts.open(fd) as Context;
  first.announce();
  const { memory } = first.video.memory;
  first.release();
  await Promise.resolve();
  const second = contexts.open(fd) as Context;
  t.not(second.video.memory.memory, memory);
  contexts.receive({ type: 'session-released', session: first.id });
  const third = contexts.open(fd) as Context;
  t.is(third.video.memory.memory, memory);
  for (const context of [second, third]) context.release();
  native.closeFd(fd);
});

test('contexts that have been released do not count, but opens wait while too many are not gone', async (t) => {
  const nothing: PageMapper = { ...native, mapFixed: () => undefined, unmapToZero: () => undefined };
  const { contexts, warnings } = openContexts(nothing, { ...idle, removed: () => new Promise(() => undefined) });
  const open: Context[] = [];
  for (;;) {
    const context = contexts.open(-1);
    if (typeof context === 'number') {
      t.is(context, -constants.errno.EMFILE);
      break;
    }
    context.announce();
    open.push(context);
  }
  t.true(open.length >= 100);
  t.regex(warnings[0]!, /^cannot open the device for another guest \(EMFILE\): \d+ are open already$/);
  t.is(contexts.room(), undefined);
  for (const context of open) context.release();
  t.truthy(contexts.room(), 'the threads still have all of them');
});

test('a guest that gets no address space is refused, with a warning, and no other one', (t) => {
  let fails = true;
  const mapFixed = (): void => {
    if (fails) throw Object.assign(new Error('mapFixed: Cannot allocate memory'), { code: 'ENOMEM' });
  };
  const { contexts, warnings } = openContexts({ ...native, mapFixed, unmapToZero: () => undefined });
  t.is(contexts.open(-1), -constants.errno.ENOMEM);
  t.deepEqual(warnings, ['cannot open the device for another guest (ENOMEM): mapFixed: Cannot allocate memory']);
  fails = false;
  t.is(typeof contexts.open(-1), 'object');
});

test('memory mappings: a guest gets a part of them, and returns its own', (t) => {
  const mapper: PageMapper = {
    ...native,
    mapFixed: () => undefined,
    unmapToZero: () => undefined,
    punchHole: () => undefined,
  };
  const pool = new MemoryPool(mapper, new Mappings(100));
  const greedy = new VideoMemory(1, mapper, pool);
  const modest = new VideoMemory(2, mapper, pool);
  const place = (n: number): number => VRAM_BASE + 2 * n * PAGE_SIZE;
  let claimed = 0;
  const error = t.throws(() => {
    for (; ; claimed++) greedy.claim(place(claimed), PAGE_SIZE, 7);
  });
  t.true(error instanceof RequestError && error.errno === constants.errno.ENOMEM, String(error));
  t.true(claimed >= 20 && claimed <= 40, `${claimed}`);
  t.notThrows(() => modest.claim(place(0), PAGE_SIZE, 7), 'others have some');
  // Pages at their own place in the guest's file take none.
  for (let n = 0; n < 1000; n++) greedy.claim(place(n + 100), PAGE_SIZE);
  for (let n = 0; n < claimed; n++) greedy.unclaim(place(n), PAGE_SIZE, 7);
  for (let n = 0; n < claimed - 2; n++) greedy.claim(place(n), PAGE_SIZE, 7);
  greedy.close();
  for (let n = 1; n < 20; n++) t.notThrows(() => modest.claim(place(n), PAGE_SIZE, 7));
});
