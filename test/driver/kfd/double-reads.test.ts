// Words of packets that a program changes while they are looked at: each is read once, so a packet is what it was at
// the first look.

import test from 'ava';
import { CONTROL_BASE, VRAM_BASE } from '../../../src/abi/memory-map.js';
import { ControlHeader, Packet, RING_OFFSET } from '../../../src/abi/schema.js';
import { CommandRing as AtollRing } from '../../../src/driver/atoll/ring.js';
import { AqlRing } from '../../../src/driver/kfd/aql/ring.js';
import { Signals } from '../../../src/driver/kfd/aql/signal.js';
import { EventState } from '../../../src/driver/kfd/event-state.js';
import { CopyEngine, type CopyError } from '../../../src/driver/kfd/sdma/engine.js';
import { CopyRing } from '../../../src/driver/kfd/sdma/ring.js';
import { AddressSpace } from '../../../src/emulator/address-space.js';
import { GpuMemory, PERMISSION } from '../../../src/emulator/memory.js';
import { Random } from '../../emulator/random.js';
import { count } from '../../isa/campaign.js';
import { changingMemory } from './changing-memory.js';

const BASE = 64n << 30n;
const RING = VRAM_BASE;
const RING_BYTES = 4096;
const INDICES = VRAM_BASE + 0x2000;
const DATA = VRAM_BASE + 0x10000;
const DATA_BYTES = 0x4000;
const PLACE = {
  id: 4,
  device: 0,
  chip: 'gfx900' as const,
  ring: RING,
  size: RING_BYTES,
  read: INDICES,
  written: INDICES + 8,
};

const memory = GpuMemory.create(new AddressSpace(BASE));
memory.setPages(VRAM_BASE, DATA - VRAM_BASE + DATA_BYTES, PERMISSION.readWrite);

function reset(): void {
  memory.u8.fill(0, RING, INDICES + 256);
  for (let at = 0; at < DATA_BYTES; at++) memory.u8[DATA + at] = (at * 167 + (at >>> 8)) & 0xff;
}

/** Words of packets of all kinds, with addresses of data; some are cut at the end. */
function copyPackets(random: Random): number[] {
  const address = (): number[] => {
    const at = BASE + BigInt(DATA + 8 * random.below(DATA_BYTES / 16));
    return [Number(at & 0xffff_ffffn), Number(at >> 32n)];
  };
  const kinds: readonly (() => number[])[] = [
    () => [1, random.below(256), 0, ...address(), ...address()],
    () => [5, ...address(), random.word()],
    () => [6, random.below(64)],
    () => [0x8000_0008, ...address(), 0, 0, 0],
    () => [10 | (47 << 25), ...address(), random.word(), 0, 0, 0, 0],
    () => [11 | (2 << 30), ...address(), random.word(), 4 * random.below(64) + 3],
    () => [random.below(4) << 16, ...Array<number>(4).fill(0)],
    () => [1 | (4 << 8), ...address(), 0, 63 << 13, 63, ...address(), 0, 63 << 13, 63, 7 | (3 << 16), 0],
  ];
  const words: number[] = [];
  while (words.length < 200) words.push(...kinds[random.below(kinds.length)]!());
  return words.slice(0, words.length - random.below(6));
}

/** Effects of packets on a copy engine: its index, data and complaints. */
function copied(words: readonly number[], changes: boolean): unknown {
  reset();
  for (const [n, word] of words.entries()) memory.view.setUint32(RING + 4 * n, word >>> 0, true);
  memory.view.setBigUint64(INDICES + 8, BigInt(4 * words.length), true);
  const reports: unknown[] = [];
  const host = { touching: () => undefined, telling: () => undefined, interrupt: (n: number) => void reports.push(n) };
  const { changing, restore } = changes
    ? changingMemory(memory, { start: RING, end: RING + RING_BYTES })
    : { changing: memory, restore: () => undefined };
  try {
    const engine = new CopyEngine(memory, host);
    const ring = new CopyRing(PLACE, changing, engine, ({ message }: CopyError) => void reports.push(message));
    for (let n = 0; n < 300 && ring.isReady; n++) ring.turn();
  } finally {
    restore();
  }
  return { reports, index: memory.view.getBigUint64(INDICES, true), data: memory.u8.slice(DATA, DATA + DATA_BYTES) };
}

test.serial('packets of copy engines are read once', (t) => {
  const random = new Random(11);
  for (let n = 0; n < count(60, 5000); n++) {
    const words = copyPackets(random);
    t.deepEqual(copied(words, true), copied(words, false), `packets ${n}`);
  }
});

const SIGNAL = DATA + 0x1000;
const SIGNALS = 4;
const signalAddress = (n: number): bigint => BASE + BigInt(SIGNAL + 64 * n);

/** A packet of an AQL queue: a launch, a barrier, a vendor's, or none that there is. */
function putPacket(random: Random, at: number): void {
  const { view } = memory;
  for (let n = 0; n < 64; n += 4) view.setUint32(at + n, random.word(), true);
  const type = [0, 2, 3, 4, 5][random.below(5)]!;
  view.setUint32(at, (type === 4 && random.below(4) > 0 ? 2 : type) | (1 << 16), true);
  for (let n = 0; n < 5; n++)
    if (type === 3 || type === 5)
      view.setBigUint64(at + 8 + 8 * n, random.below(2) ? 0n : signalAddress(random.below(SIGNALS)), true);
  view.setBigUint64(at + 56, signalAddress(random.below(SIGNALS)), true);
}

/** Effects of packets on a queue: the launches, the signals. */
function dispatched(seed: number, changes: boolean): unknown {
  reset();
  const random = new Random(seed);
  for (let n = 0; n < 16; n++) putPacket(random, RING + 64 * n);
  for (let n = 0; n < SIGNALS; n++) {
    memory.u8.fill(0, SIGNAL + 64 * n, SIGNAL + 64 * (n + 1));
    memory.view.setBigInt64(SIGNAL + 64 * n + 8, BigInt(random.below(3)), true);
  }
  memory.view.setBigUint64(INDICES + 8, 16n, true);
  const launches: unknown[] = [];
  const { changing, restore } = changes
    ? changingMemory(memory, { start: RING, end: RING + RING_BYTES })
    : { changing: memory, restore: () => undefined };
  try {
    const nothing = (): void => undefined;
    const ring = new AqlRing(PLACE, changing, new Signals(memory, new EventState(), nothing), nothing, nothing);
    for (let n = 0; n < 40; n++) {
      const next = ring.next();
      if (!next) continue;
      launches.push([next.dispatch, next.dispatchPacket]);
      ring.busy = true;
      ring.next();
      ring.busy = false;
      ring.launched(1n, 2n, false);
    }
    launches.push(ring.failed);
  } finally {
    restore();
  }
  const values = Array.from({ length: SIGNALS }, (_, n) => memory.view.getBigInt64(SIGNAL + 64 * n + 8, true));
  return { launches, values, index: memory.view.getBigUint64(INDICES, true) };
}

test.serial('packets of AQL queues are read once', (t) => {
  for (let seed = 1; seed <= count(100, 5000); seed++)
    t.deepEqual(dispatched(seed, true), dispatched(seed, false), `seed ${seed}`);
});

test.serial("packets of OpenCL's ring are read once", (t) => {
  const submissions = (changes: boolean): unknown[] => {
    const random = new Random(3);
    const start = CONTROL_BASE + RING_OFFSET;
    for (let n = 0; n < 8 * Packet.size; n += 4) memory.view.setUint32(start + n, random.word(), true);
    memory.view.setUint32(CONTROL_BASE + ControlHeader.offsetOf('ring_head'), 0, true);
    memory.view.setUint32(CONTROL_BASE + ControlHeader.offsetOf('ring_tail'), 8, true);
    const { changing, restore } = changes
      ? changingMemory(memory, { start, end: start + 8 * Packet.size })
      : { changing: memory, restore: () => undefined };
    try {
      const ring = new AtollRing(changing, { wake: () => undefined });
      return Array.from({ length: 8 }, () => {
        const { signal, device, launch, origin, name } = ring.take();
        return { signal, device, launch, origin, name };
      });
    } finally {
      restore();
    }
  };
  t.deepEqual(submissions(true), submissions(false));
});
