// Dispatches without work-items are complete at once; those without a size of work-groups, or without dimensions, are
// errors of their queue.

import test from 'ava';
import { VRAM_BASE } from '../../../src/abi/memory-map.js';
import { AqlRing } from '../../../src/driver/kfd/aql/ring.js';
import { Signals } from '../../../src/driver/kfd/aql/signal.js';
import { EventState } from '../../../src/driver/kfd/event-state.js';
import { AddressSpace } from '../../../src/emulator/address-space.js';
import { GpuMemory, PERMISSION } from '../../../src/emulator/memory.js';

const BASE = 64n << 30n;
const PLACE = {
  id: 4,
  device: 0,
  chip: 'gfx900',
  ring: VRAM_BASE,
  size: 4096,
  // Of amd_queue_t, which begins 128 bytes before.
  read: VRAM_BASE + 0x2000 + 128,
  written: VRAM_BASE + 0x2000 + 56,
} as const;
const SIGNALS = VRAM_BASE + 0x3000;
/** Of amd_queue_t: the place of the signal for errors. */
const ERROR_SIGNAL = VRAM_BASE + 0x2000 + 192;
const [VALUE, COMPLETION, INACTIVE] = [8, 0, 64];
const DISPATCH = 2;

type Sizes = readonly [x: number, y: number, z: number];

/** A queue with one packet: what comes of it. */
function resultOf(dimensions: number, group: Sizes, grid: Sizes) {
  const memory = GpuMemory.create(new AddressSpace(BASE));
  memory.setPages(VRAM_BASE, 0x4000, PERMISSION.readWrite);
  const { view } = memory;
  const addressOf = (at: number): bigint => memory.space.addressOf(at);
  view.setUint32(VRAM_BASE, DISPATCH | (dimensions << 16), true);
  group.forEach((size, d) => void view.setUint16(VRAM_BASE + 4 + 2 * d, size, true));
  grid.forEach((size, d) => void view.setUint32(VRAM_BASE + 12 + 4 * d, size, true));
  view.setBigUint64(VRAM_BASE + 56, addressOf(SIGNALS + COMPLETION), true);
  view.setBigUint64(ERROR_SIGNAL, addressOf(SIGNALS + INACTIVE), true);
  for (const signal of [COMPLETION, INACTIVE]) view.setBigInt64(SIGNALS + signal, 1n, true);
  view.setBigInt64(SIGNALS + COMPLETION + VALUE, 1n, true);
  view.setBigUint64(PLACE.written, 1n, true);
  const nothing = (): void => undefined;
  const ring = new AqlRing(PLACE, memory, new Signals(memory, new EventState(), nothing), nothing, nothing);
  const isLaunch = ring.next() !== undefined;
  const countOf = (signal: number): number => Number(view.getBigInt64(SIGNALS + signal + VALUE, true));
  return { isLaunch, left: countOf(COMPLETION), error: countOf(INACTIVE), read: view.getBigUint64(PLACE.read, true) };
}

test('a dispatch with work-items is launched', (t) => {
  t.deepEqual(resultOf(1, [64, 0, 0], [256, 0, 0]), { isLaunch: true, left: 1, error: 0, read: 0n });
});

test('a dispatch without work-items is complete', (t) => {
  const complete = { isLaunch: false, left: 0, error: 0, read: 1n };
  t.deepEqual(resultOf(1, [0, 1, 1], [0, 256, 256]), complete);
  t.deepEqual(resultOf(3, [1, 1, 1], [4, 4, 0]), complete);
});

test('sizes of work-groups of 0, and no dimensions, are errors of the queue', (t) => {
  const refused = { isLaunch: false, left: 1, error: 2, read: 0n };
  t.deepEqual(resultOf(1, [0, 1, 1], [1, 1, 1]), refused);
  t.deepEqual(resultOf(0, [1, 1, 1], [1, 1, 1]), refused);
});
