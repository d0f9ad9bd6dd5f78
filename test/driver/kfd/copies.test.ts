// Copy engines: packets as the public header of the driver lays them out, compared with their definition byte by
// byte; and garbage.

import test, { type ExecutionContext } from 'ava';
import { VRAM_BASE } from '../../../src/abi/memory-map.js';
import type { FromQueues } from '../../../src/driver/kfd/aql/messages.js';
import type { ProcessAccess } from '../../../src/driver/kfd/aql/queue-mirrors.js';
import { AqlQueues } from '../../../src/driver/kfd/aql/queues.js';
import { EventState } from '../../../src/driver/kfd/event-state.js';
import { AddressSpace } from '../../../src/emulator/address-space.js';
import { GpuMemory, PERMISSION } from '../../../src/emulator/memory.js';
import { Random } from '../../emulator/random.js';

const BASE = 64n << 30n;
const RING = VRAM_BASE;
const RING_BYTES = 4096;
const INDICES = VRAM_BASE + 0x2000;
const DATA = VRAM_BASE + 0x10000;
const DATA_BYTES = 0x20000;
const EVENT = 9;

/** A process with one queue of a copy engine, and memory of noise. */
function device(
  access: ProcessAccess = { read: () => 0, write: () => 0 },
  catchUp: (queues: AqlQueues) => void = () => undefined,
) {
  const memory = GpuMemory.create(new AddressSpace(BASE));
  memory.setPages(VRAM_BASE, DATA - VRAM_BASE + DATA_BYTES, PERMISSION.readWrite);
  for (let at = 0; at < DATA_BYTES; at++) memory.u8[DATA + at] = (at * 167 + (at >>> 8)) & 0xff;
  const messages: FromQueues[] = [];
  const queues: AqlQueues = new AqlQueues(
    memory,
    (message) => messages.push(message),
    access,
    () => catchUp(queues),
  );
  const events = new EventState();
  queues.receive({ type: 'events', state: events.buffer, pid: 0, observed: false });
  const place = {
    id: 4,
    device: 0,
    chip: 'gfx900' as const,
    ring: RING,
    size: RING_BYTES,
    read: INDICES,
    written: INDICES + 8,
  };
  queues.receive({ type: 'createCopies', queue: place });
  let written = 0;
  const index = (at: number): number => Number(memory.view.getBigUint64(at, true));
  return {
    memory,
    queues,
    messages,
    events,
    get done() {
      return index(INDICES);
    },
    get written() {
      return written;
    },
    /** Puts words behind those that are there, and rings. */
    give(words: readonly number[]): void {
      for (const word of words) {
        memory.view.setUint32(RING + (written % RING_BYTES), word >>> 0, true);
        written += 4;
      }
      memory.view.setBigUint64(INDICES + 8, BigInt(written), true);
    },
    look: (): boolean => queues.hasWork,
  };
}

const both = (at: number): [number, number] => {
  const address = BASE + BigInt(at);
  return [Number(address & 0xffff_ffffn), Number(address >> 32n)];
};
const copy = (from: number, to: number, bytes: number): number[] => [1, bytes - 1, 0, ...both(from), ...both(to)];
const dataOf = ({ u8 }: GpuMemory): Uint8Array => u8.slice(DATA, DATA + DATA_BYTES);

test('copies of lines, through the end of the ring, are those of memory', (t) => {
  const gpu = device();
  const random = new Random(7);
  const expected = dataOf(gpu.memory);
  // Far more than the ring has room for.
  for (let n = 0; n < 400; n++) {
    const bytes = 1 + random.below(3000);
    const from = random.below(DATA_BYTES - bytes);
    const to = random.below(DATA_BYTES - bytes);
    expected.copyWithin(to, from, from + bytes);
    gpu.give(copy(DATA + from, DATA + to, bytes));
    t.false(gpu.look());
    t.is(gpu.done, gpu.written);
  }
  t.deepEqual(dataOf(gpu.memory), expected);
  t.deepEqual(gpu.messages, []);
});

test('memory of the program that becomes known just before a copy is copied, also beside another one', (t) => {
  const PAGE = 4096;
  const of = (handle: number) => ({ handle, address: DATA + handle * PAGE, host: BigInt(handle * PAGE), size: PAGE });
  const host = Uint8Array.from({ length: 3 * PAGE }, (_, n) => n * 31 + (n >> 8));
  const read = (_pid: number, at: bigint, into: Uint8Array): number => {
    into.set(host.subarray(Number(at), Number(at) + into.length));
    return into.length;
  };
  // Messages of the control plane after its last poll: one for each packet.
  const pending = [1, 2].map((handle) => ({
    type: 'mirror',
    memory: { ...of(handle), hold: new SharedArrayBuffer(4) },
  }));
  const gpu = device({ read, write: (_pid, _at, from) => from.length }, (queues) => {
    const message = pending.shift();
    if (message) queues.receive(message);
  });
  const to = DATA + 16 * PAGE;
  for (const handle of [1, 2]) gpu.give(copy(of(handle).address, to + handle * PAGE, PAGE));
  t.false(gpu.look());
  for (const handle of [1, 2]) {
    const mirrored = gpu.memory.u8.subarray(to + handle * PAGE, to + (handle + 1) * PAGE);
    t.deepEqual([...mirrored], [...host.subarray(handle * PAGE, (handle + 1) * PAGE)], `${handle}`);
  }
});

interface Side {
  readonly at: number;
  readonly offset: readonly [number, number, number];
  readonly row: number;
  readonly slice: number;
}

function box(from: Side, to: Side, size: readonly [number, number, number], log: number): number[] {
  const side = ({ at, offset: [x, y, z], row, slice }: Side): number[] => [
    ...both(at),
    x | (y << 16),
    z | ((row - 1) << 13),
    slice - 1,
  ];
  const [x, y, z] = size;
  return [(1 | (4 << 8) | (log << 29)) >>> 0, ...side(from), ...side(to), (x - 1) | ((y - 1) << 16), z - 1];
}

test('copies of boxes, of elements of any size', (t) => {
  const gpu = device();
  const random = new Random(11);
  const expected = dataOf(gpu.memory);
  const half = DATA_BYTES / 2;
  for (let n = 0; n < 200; n++) {
    const log = random.below(5);
    const unit = 1 << log;
    const size = [1 + random.below(20), 1 + random.below(9), 1 + random.below(5)] as const;
    const side = (start: number): Side => {
      const offset = [random.below(8), random.below(4), random.below(3)] as const;
      const row = size[0] + offset[0] + random.below(5);
      return { at: DATA + start, offset, row, slice: row * (size[1] + offset[1] + random.below(3)) };
    };
    // The halves do not overlap.
    const [from, to] = [side(unit * random.below(16)), side(half + unit * random.below(16))];
    const byte = (s: Side, x: number, y: number, z: number): number =>
      s.at - DATA + unit * (x + s.offset[0] + s.row * (y + s.offset[1]) + s.slice * (z + s.offset[2]));
    for (let z = 0; z < size[2]; z++)
      for (let y = 0; y < size[1]; y++)
        for (let x = 0; x < size[0]; x++)
          for (let b = 0; b < unit; b++) expected[byte(to, x, y, z) + b] = expected[byte(from, x, y, z) + b]!;
    gpu.give(box(from, to, size, log));
    gpu.look();
  }
  t.is(gpu.done, gpu.written);
  t.deepEqual(gpu.messages, []);
  t.deepEqual(dataOf(gpu.memory), expected);
});

test('fills, fences, additions, times and interrupts', (t) => {
  const gpu = device();
  const { view } = gpu.memory;
  view.setBigUint64(DATA + 64, 5n, true);
  gpu.give([(11 | (2 << 30)) >>> 0, ...both(DATA + 8), 0xdeadbeef, 15]);
  gpu.give([5, ...both(DATA + 32), 0x12345678]);
  gpu.give([(10 | (47 << 25)) >>> 0, ...both(DATA + 64), 0xffff_ffff, 0xffff_ffff, 0, 0, 0]);
  const before = process.hrtime.bigint();
  gpu.give([13 | (2 << 8), ...both(DATA + 96)]);
  gpu.give([6, EVENT]);
  // Three words are left out.
  gpu.give([3 << 16, 0xff, 0xff, 0xff]);
  gpu.look();
  t.is(gpu.done, gpu.written);
  t.deepEqual(
    [8, 12, 16, 20].map((at) => view.getUint32(DATA + at, true)),
    [0xdeadbeef, 0xdeadbeef, 0xdeadbeef, 0xdeadbeef],
  );
  t.not(view.getUint32(DATA + 24, true), 0xdeadbeef);
  t.is(view.getUint32(DATA + 32, true), 0x12345678);
  t.is(view.getBigUint64(DATA + 64, true), 4n);
  const time = view.getBigUint64(DATA + 96, true);
  t.true(time >= before && time <= process.hrtime.bigint());
  t.true(gpu.events.isSet(EVENT));
});

test('a poll waits until memory has the value, and is looked at again', (t) => {
  const gpu = device();
  const { memory } = gpu;
  memory.view.setUint32(DATA, 3, true);
  gpu.give([(8 | (3 << 28) | (1 << 31)) >>> 0, ...both(DATA), 0, 0xffff_ffff, 0]);
  gpu.give([5, ...both(DATA + 4), 77]);
  gpu.look();
  t.is(gpu.done, 0);
  const { pollMs } = gpu.queues;
  t.true(pollMs !== undefined && pollMs > 0, 'it does not spin');
  memory.view.setUint32(DATA, 0, true);
  gpu.look();
  t.is(gpu.done, gpu.written);
  t.is(memory.view.getUint32(DATA + 4, true), 77);
});

test('many copies are made in turns', (t) => {
  const gpu = device();
  for (let n = 0; n < 140; n++) gpu.give([6, EVENT]);
  // As long as there is room for.
  memoryOfCopies(gpu);
  gpu.look();
  t.true(gpu.done < gpu.written, 'others have their turn');
  t.is(gpu.queues.pollMs, 0);
  for (let n = 0; n < 100 && gpu.done < gpu.written; n++) gpu.look();
  t.is(gpu.done, gpu.written);
});

test('a box of any number of rows is copied in turns, too', (t) => {
  const gpu = device();
  // Rows of a byte, one after the other; slices do not move on, so that all of them are the same.
  const side = (at: number): Side => ({ at, offset: [0, 0, 0], row: 1, slice: 1 });
  gpu.give(box(side(DATA), side(DATA + DATA_BYTES / 2), [1, 1 << 14, 8], 0));
  const expected = dataOf(gpu.memory);
  expected.copyWithin(DATA_BYTES / 2, 0, (1 << 14) + 7);
  gpu.look();
  t.is(gpu.done, 0);
  t.is(gpu.queues.pollMs, 0);
  let looks = 0;
  for (; looks < 1000 && gpu.done < gpu.written; looks++) gpu.look();
  t.is(gpu.done, gpu.written);
  t.true(looks > 3);
  t.deepEqual(dataOf(gpu.memory), expected);
});

function memoryOfCopies(gpu: ReturnType<typeof device>): void {
  gpu.memory.setPages(DATA, 16 << 20, PERMISSION.readWrite);
  for (let n = 0; n < 16; n++) gpu.give(copy(DATA, DATA + (4 << 20), 4 << 20));
}

/** The error that the program gets for a stopped queue. */
function fails(t: ExecutionContext, words: readonly number[], text: RegExp): void {
  const gpu = device();
  const before = dataOf(gpu.memory);
  gpu.give(words);
  gpu.give([5, ...both(DATA), 1]);
  gpu.look();
  gpu.look();
  t.is(gpu.done, 0);
  t.is(gpu.messages.length, 1);
  const [message] = gpu.messages;
  t.true(
    message?.type === 'copyFault' && text.test(message.text),
    JSON.stringify(message, (_, v) => `${v}`),
  );
  t.deepEqual(dataOf(gpu.memory), before);
}

test('an impossible copy ends the queue with an error to the program', (t) => {
  fails(t, copy(DATA, DATA + DATA_BYTES - 8, 16), /queue 4 writes 16 bytes at 0x/);
  fails(t, copy(0x1000, DATA, 16), /reads 16 bytes/);
  fails(t, [2, 0, 0, 0], /unknown kind, 0x2/);
  fails(t, [1 | (9 << 8), 0, 0, 0], /unknown kind/);
  fails(t, [(10 | (3 << 25)) >>> 0, ...both(DATA), 0, 0, 0, 0, 0], /atomic operation 3/);
  fails(t, [5, ...both(DATA + 2), 0], /no multiple of 4/);
  fails(t, [11, ...both(DATA), 0, 15], /by words only/);
});

test('an index beyond the ring, and one that is taken back', (t) => {
  const gpu = device();
  gpu.memory.view.setBigUint64(INDICES + 8, 1n << 40n, true);
  gpu.look();
  t.is(gpu.messages.length, 1);
  const other = device();
  other.give([5, ...both(DATA), 1]);
  other.look();
  other.memory.view.setBigUint64(INDICES + 8, 4n, true);
  t.false(other.look());
  t.is(other.done, 16);
  t.deepEqual(other.messages, []);
});

test('random words end the queue or are valid packets, without other effects', (t) => {
  const random = new Random(23);
  const kinds = [0, 1, 1 | (4 << 8), 5, 6, 8, 10, 11, 13 | (2 << 8), 255];
  const gpu = device();
  let failed = 0;
  for (let n = 0; n < 3000; n++) {
    const words = Array.from({ length: 14 }, () =>
      random.below(3) === 0 ? random.below(2 ** 31) : both(DATA + 4 * random.below(DATA_BYTES / 2))[random.below(2)]!,
    );
    words[0] = (kinds[random.below(kinds.length)]! | (random.below(65536) << 16)) >>> 0;
    gpu.queues.receive({ type: 'destroy', id: 4 });
    const place = {
      id: 4,
      device: 0,
      chip: 'gfx900' as const,
      ring: RING,
      size: RING_BYTES,
      read: INDICES,
      written: INDICES + 8,
    };
    gpu.queues.receive({ type: 'createCopies', queue: place });
    words.forEach((word, at) => {
      gpu.memory.view.setUint32(RING + 4 * at, word, true);
    });
    gpu.memory.view.setBigUint64(INDICES + 8, BigInt(4 * (1 + random.below(40))), true);
    const before = gpu.messages.length;
    gpu.look();
    failed += gpu.messages.slice(before).filter(({ type: is }) => is === 'copyFault').length;
  }
  t.true(failed > 1000, `${failed} have failed`);
});
