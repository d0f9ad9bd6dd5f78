// Reports of launch queues about waiting launches.

import test from 'ava';
import { CONTROL_BASE } from '../../src/abi/memory-map.js';
import { ControlHeader, Packet, RING_ENTRIES, RING_OFFSET } from '../../src/abi/schema.js';
import { CommandRing } from '../../src/driver/atoll/ring.js';
import { DirectQueue, type LaunchRequest } from '../../src/driver/core/processor/user-queue.js';
import { GpuMemory } from '../../src/emulator/memory.js';

const header = (field: 'ring_head' | 'ring_tail'): number => (CONTROL_BASE + ControlHeader.offsetOf(field)) >>> 2;

/** Puts packets with these kernels into a ring, and takes the first one off. @returns how many launches of it follow */
function followingIn(start: number, kernels: readonly number[], programs: readonly number[] = []): number {
  const memory = GpuMemory.create();
  memory.u32[header('ring_head')] = start;
  memory.u32[header('ring_tail')] = start + kernels.length;
  kernels.forEach((kernel, n) => {
    const entry = CONTROL_BASE + RING_OFFSET + ((start + n) % RING_ENTRIES) * Packet.size;
    memory.u32[(entry + Packet.offsetOf('program')) >>> 2] = programs[n] ?? 5;
    memory.u32[(entry + Packet.offsetOf('kernel')) >>> 2] = kernel;
  });
  return new CommandRing(memory, { wake: () => undefined }).take().following();
}

test('consecutive launches of a kernel in a ring are reported, but none beyond the waiting ones', (t) => {
  t.is(followingIn(RING_ENTRIES - 2, [1, 1, 1, 1, 2, 1]), 3);
  t.is(followingIn(7, [1, 2, 1]), 0);
  t.is(followingIn(7, [1, 1], [5, 4]), 0);
  t.is(followingIn(0, [0]), 0, 'what lies behind the last packet does not count');
  t.is(followingIn(0xffff_fff0, Array<number>(500).fill(1)), 32, 'not more than is worth looking at');
});

test('launches that the control plane requests are reported, too', (t) => {
  const queue = new DirectQueue(() => undefined);
  for (const kernel of [1, 1, 1, 2, 1]) queue.push(1n, { program: 3, kernel, device: 0 } as LaunchRequest);
  t.deepEqual(
    Array.from({ length: 5 }, () => queue.take().following()),
    [2, 1, 0, 0, 0],
  );
});

test('a wait for room in a full ring ends; without a wait there is no wake-up', (t) => {
  const memory = GpuMemory.create();
  for (const start of [0, 0xffff_fffe]) {
    memory.u32[header('ring_head')] = start;
    memory.u32[header('ring_tail')] = start + RING_ENTRIES;
    let wakes = 0;
    const ring = new CommandRing(memory, { wake: () => void wakes++ });
    ring.take();
    t.is(wakes, 1);
    for (let n = 0; n < 3; n++) ring.take();
    t.is(wakes, 1);
  }
});
