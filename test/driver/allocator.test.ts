import test from 'ava';
import { PAGE_SIZE } from '../../src/abi/memory-map.js';
import { Allocator } from '../../src/driver/core/allocator.js';

const PAGES = 64;
const START = 1 << 30;

test('allocations are page-granular, disjoint and inside', (t) => {
  const allocator = new Allocator(START, PAGES * PAGE_SIZE);
  const ranges = [1, PAGE_SIZE, PAGE_SIZE + 1].map((size) => allocator.allocate(size)!);
  t.deepEqual(
    ranges.map(({ address, size }) => [(address - START) / PAGE_SIZE, size / PAGE_SIZE]),
    [
      [0, 1],
      [1, 1],
      [2, 2],
    ],
  );
  t.is(allocator.usedBytes, 4 * PAGE_SIZE);
});

test('a full memory refuses, and has room again after a release', (t) => {
  const allocator = new Allocator(START, PAGES * PAGE_SIZE);
  const all = allocator.allocate(PAGES * PAGE_SIZE)!;
  t.is(allocator.allocate(1), undefined);
  t.is(allocator.release(all.address), PAGES * PAGE_SIZE);
  t.is(allocator.allocate(1)?.address, START);
});

test('only the start of an allocation can be released, once', (t) => {
  const allocator = new Allocator(START, PAGES * PAGE_SIZE);
  const { address } = allocator.allocate(2 * PAGE_SIZE)!;
  t.is(allocator.release(address + PAGE_SIZE), undefined);
  t.is(allocator.release(address), 2 * PAGE_SIZE);
  t.is(allocator.release(address), undefined);
});

test('random use never overlaps, and everything merges in the end', (t) => {
  const allocator = new Allocator(START, PAGES * PAGE_SIZE);
  const live = new Map<number, number>();
  let seed = 7;
  const random = (n: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % n;
  };
  for (let round = 0; round < 5000; round++) {
    if (random(2) === 0) {
      const range = allocator.allocate((1 + random(6)) * PAGE_SIZE);
      if (!range) continue;
      for (const [address, size] of live)
        t.false(range.address < address + size && address < range.address + range.size);
      live.set(range.address, range.size);
    } else if (live.size > 0) {
      const address = [...live.keys()][random(live.size)]!;
      t.is(allocator.release(address), live.get(address));
      live.delete(address);
    }
  }
  for (const address of live.keys()) allocator.release(address);
  t.is(allocator.usedBytes, 0);
  t.is(allocator.allocate(PAGES * PAGE_SIZE)?.address, START);
});

test('allocations from the last end leave the first one to others', (t) => {
  const allocator = new Allocator(START, PAGES * PAGE_SIZE);
  const far = allocator.allocate(3 * PAGE_SIZE, 0, 3 * PAGE_SIZE, 'last');
  t.deepEqual(far, { address: START + (PAGES - 3) * PAGE_SIZE, size: 3 * PAGE_SIZE });
  t.is(allocator.allocate(1)?.address, START);
  t.is(allocator.allocate(1, 0, 1, 'last')?.address, START + (PAGES - 4) * PAGE_SIZE);
  t.is(allocator.allocate(PAGES * PAGE_SIZE, 0, 1, 'last'), undefined);
  for (const page of [0, PAGES - 4, PAGES - 3]) t.not(allocator.release(START + page * PAGE_SIZE), undefined);
  t.is(allocator.allocate(PAGES * PAGE_SIZE, 0, 1, 'last')?.address, START);
});
