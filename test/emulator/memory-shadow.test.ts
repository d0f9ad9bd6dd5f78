// A shadow of memory that is updated by its differences equals a copy of all of it.

import test from 'ava';
import { PAGE_SIZE, SCRATCH_BASE, VRAM_BASE } from '../../src/abi/memory-map.js';
import { PERMISSION } from '../../src/emulator/memory.js';
import { MemoryShadow } from '../../src/emulator/memory-shadow.js';
import { regionsOf } from '../../src/emulator/page-regions.js';
import { createMemory } from './harness.js';

const MUCH = 2 ** 30;
const PAGES = 200;

/** Memory in which pages 3 to 4 of some, and the last ones, are kernels' to write; 1 to 2 to read. */
function memoryOf() {
  const memory = createMemory();
  memory.setPages(0, SCRATCH_BASE, PERMISSION.none);
  memory.setPages(VRAM_BASE, 2 ** 28, PERMISSION.none);
  memory.setPages(VRAM_BASE + PAGE_SIZE, 2 * PAGE_SIZE, PERMISSION.read);
  memory.setPages(VRAM_BASE + 3 * PAGE_SIZE, PAGES * PAGE_SIZE, PERMISSION.readWrite);
  return memory;
}

const copies = (shadow: MemoryShadow) =>
  [...shadow.pages()].map(([page, bytes]) => [page, Buffer.from(bytes)] as const);

test('regions are stretches of pages with one permission, without scratch', (t) => {
  const first = VRAM_BASE / PAGE_SIZE;
  t.deepEqual(regionsOf(memoryOf()), [
    { page: first + 1, count: 2, permission: PERMISSION.read },
    { page: first + 3, count: PAGES, permission: PERMISSION.readWrite },
  ]);
});

test('pages that were not zero are restored, launch by launch', (t) => {
  const memory = memoryOf();
  const shadow = new MemoryShadow();
  const first = VRAM_BASE / PAGE_SIZE;
  t.true(shadow.take(memory, MUCH));
  t.deepEqual(copies(shadow), []);
  // At the beginning, at the end, and on both sides of a block's.
  const written = [1, 63, 64, 65, 2 + PAGES];
  for (const page of written) memory.u8[(first + page) * PAGE_SIZE + page] = page;
  t.deepEqual(copies(shadow), []);
  t.true(shadow.take(memory, MUCH));
  t.deepEqual(
    copies(shadow).map(([page, bytes]) => [page - first, bytes.findIndex((byte) => byte !== 0)]),
    written.map((page) => [page, page]),
  );
  memory.u8.fill(0, (first + 64) * PAGE_SIZE, (first + 65) * PAGE_SIZE);
  memory.setPages((first + 65) * PAGE_SIZE, PAGE_SIZE, PERMISSION.none);
  t.true(shadow.take(memory, MUCH));
  t.deepEqual(
    copies(shadow).map(([page]) => page - first),
    [1, 63, 2 + PAGES],
  );
});

test('shadow of memory: pages that kernels may still write are restored', (t) => {
  const memory = memoryOf();
  const shadow = new MemoryShadow(PERMISSION.write);
  const at = (page: number): number => VRAM_BASE + page * PAGE_SIZE;
  memory.u8[at(10)] = 7;
  t.true(shadow.take(memory, MUCH));
  for (const page of [1, 10, 11, 12]) memory.u8[at(page)] = 9;
  memory.setPages(at(12), PAGE_SIZE, PERMISSION.none);
  shadow.restore(memory);
  t.deepEqual(
    [1, 10, 11, 12].map((page) => memory.u8[at(page)]),
    [9, 7, 0, 9],
  );
});

test('shadow of memory: keeps its size limit, and is tried again with other pages', (t) => {
  const memory = memoryOf();
  const shadow = new MemoryShadow();
  memory.u8.fill(1, VRAM_BASE + PAGE_SIZE, VRAM_BASE + (3 + PAGES) * PAGE_SIZE);
  const limit = 2 ** 18;
  t.false(shadow.take(memory, limit));
  t.is(shadow.size, 0);
  t.false(shadow.take(memory, limit));
  memory.setPages(VRAM_BASE + 4 * PAGE_SIZE, PAGES * PAGE_SIZE, PERMISSION.none);
  t.true(shadow.take(memory, limit));
  t.is(copies(shadow).length, 3);
});
