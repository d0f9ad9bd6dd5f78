// Memory in step: whatever the program writes, copies, frees and launches in between, a kernel sees it, and the program
// sees the kernel's.

import test from 'ava';
import { changedSpans, writeChanged } from '../../src/board/differences.js';
import { HEAP, pointer, TestGuest, value } from './launches.js';

/** A generator of numbers from 0 on, the same in every run. */
function randomOf(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const KERNEL = `__kernel void k(__global int* out, __global const int* in, int n) {
  int i = get_global_id(0);
  out[i] = in[i] * 3 + n;
}`;
const ARGS = [pointer('out', 0), pointer('in', 8, true), value('n', 16)];
/** Bytes of each buffer: several blocks of comparison, and no whole number of pages. */
const SIZE = 600_004;
const COUNT = 4;
const addressOf = (n: number): number => HEAP + n * 0x10_0000;

test('host writes, copies, new buffers and launches in any order give the memory of a model', (t) => {
  const random = randomOf(20_261_123);
  const guest = new TestGuest();
  const model = Array.from({ length: COUNT }, () => new Int32Array(SIZE / 4));
  for (let n = 0; n < COUNT; n++) guest.allocate(addressOf(n), SIZE);
  const write = (n: number, word: number, number: number): void => {
    model[n]![word] = number;
    guest.memory.i32[addressOf(n) / 4 + word] = number;
  };
  const actions: (() => void)[] = [
    () => {
      const [n, word, count] = [random(COUNT), random(SIZE / 4), 1 + random(3000)];
      for (let i = word; i < Math.min(word + count, SIZE / 4); i++) write(n, i, random(2 ** 31));
    },
    () => {
      const [from, to] = [random(COUNT), random(COUNT)];
      const words = random(SIZE / 4);
      for (let i = 0; i < words; i++) write(to, i, model[from]![i]!);
    },
    () => {
      const n = random(COUNT);
      guest.free(addressOf(n));
      guest.allocate(addressOf(n), SIZE);
      model[n]!.fill(0);
    },
    () => {
      const [out, from, n] = [random(COUNT), random(COUNT), random(1000)];
      if (out === from) return;
      const items = 64 * (1 + random(1500));
      // Parts of buffers where the device takes them, some of them at the end.
      const place = (): number => {
        const last = Math.floor((SIZE / 4 - items) / 32);
        return 32 * (random(3) === 0 ? last : random(last));
      };
      const [outWord, fromWord] = [place(), place()];
      const words = [addressOf(out) + 4 * outWord, addressOf(from) + 4 * fromWord, n];
      t.is(guest.launch(KERNEL, ARGS, words, items), undefined);
      for (let i = 0; i < items; i++) model[out]![outWord + i] = Math.imul(model[from]![fromWord + i]!, 3) + n;
    },
  ];
  for (let step = 0; step < 120; step++) {
    actions[step % 2 === 0 ? 3 : random(actions.length)]!();
    for (const [n, words] of model.entries()) {
      const at = addressOf(n) / 4;
      if (Buffer.compare(new Uint8Array(words.buffer), guest.memory.u8.subarray(4 * at, 4 * at + SIZE)) !== 0)
        return t.fail(`buffer ${n} is another one after step ${step}`);
    }
  }
  guest.close();
  return t.pass();
});

test('spans are whole pages that differ, together where they follow one another', (t) => {
  const [now, reported] = [Buffer.alloc(SIZE), Buffer.alloc(SIZE)];
  t.deepEqual([...changedSpans(now, reported)], []);
  for (const at of [0, 5000, 300_000, SIZE - 1]) now[at] = 1;
  t.deepEqual(
    [...changedSpans(now, reported)].map(({ start, end }) => [start, end]),
    [
      [0, 8192],
      [299_008, 303_104],
      [598_016, SIZE],
    ],
  );
});

test('only words that a kernel has changed are written: writes of the program beside them stay', (t) => {
  const memory = new Uint8Array(4096 + 8);
  const [before, after] = [Buffer.alloc(4099), Buffer.alloc(4099)];
  after.writeInt32LE(-1, 8);
  after[4098] = 7;
  memory[4 + 12] = 5;
  writeChanged(memory, 4, before, after);
  t.deepEqual([memory[4 + 8], memory[4 + 12], memory[4 + 4098]], [255, 5, 7]);
});
