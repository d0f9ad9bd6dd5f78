// Differences between the memories of two engines, with a guest beside them and without.

import test from 'ava';
import { PAGE_SIZE } from '../../src/abi/memory-map.js';
import { ComparedMemory } from '../../src/emulator/compared-memory.js';
import { PERMISSION } from '../../src/emulator/memory.js';
import { createMemory, DATA, DATA_BYTES } from './harness.js';

const FIRST = DATA / 4;
const OTHER = (DATA + PAGE_SIZE) / 4;

function begun(shared: boolean) {
  const memory = createMemory();
  memory.u32[FIRST] = 5;
  const both = new ComparedMemory(memory, shared);
  both.begin();
  return { memory, both };
}

for (const shared of [false, true])
  test(`${shared ? 'with' : 'without'} a guest, both engines have to store the same`, (t) => {
    const { memory, both } = begun(shared);
    t.is(both.copy.u32[FIRST], 5);
    t.is(both.difference(), undefined);
    both.copy.u32[FIRST] = 6;
    t.deepEqual(both.difference(), { address: DATA, values: [5, 6] }, 'a store that only the follower makes');
    memory.u32[FIRST] = 6;
    t.is(both.difference(), undefined);
    memory.u32[FIRST + 1] = 7;
    t.deepEqual(both.difference(), { address: DATA + 4, values: [7, 0] }, 'one that only the leader makes');
  });

test('a page that the follower has not changed is for the guest to write, if there is one', (t) => {
  const [alone, beside] = [begun(false), begun(true)];
  for (const { memory, both } of [alone, beside]) {
    both.copy.u32[FIRST] = memory.u32[FIRST] = 6;
    memory.u32[OTHER] = 9;
  }
  t.deepEqual(alone.both.difference(), { address: OTHER * 4, values: [9, 0] });
  t.is(beside.both.difference(), undefined);
  beside.both.begin();
  t.is(beside.both.copy.u32[OTHER], 9, 'the next launch finds it in both');
});

test('pages that come or go after the launch has begun are not compared', (t) => {
  const { memory, both } = begun(false);
  memory.setPages(DATA + DATA_BYTES, PAGE_SIZE, PERMISSION.readWrite);
  memory.u32[(DATA + DATA_BYTES) / 4] = 1;
  both.copy.u32[FIRST] = 6;
  memory.setPages(DATA, PAGE_SIZE, PERMISSION.none);
  t.is(both.difference(), undefined);
});
