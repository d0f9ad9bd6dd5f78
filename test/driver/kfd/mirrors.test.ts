// Memory of the program's own, carried to the GPU and back: bytes that the GPU has not changed stay the program's,
// whatever it does meanwhile.

import test from 'ava';
import { VRAM_BASE } from '../../../src/abi/memory-map.js';
import { QueueMirrors } from '../../../src/driver/kfd/aql/queue-mirrors.js';
import { MirrorLock } from '../../../src/driver/kfd/mirror-lock.js';
import { GpuMemory } from '../../../src/emulator/memory.js';

const HOST = 0x7000_0000_0000n;
const SIZE = 4096;
const HANDLE = 1;

function make() {
  const program = new BigUint64Array(SIZE / 8).map((_, n) => BigInt(n) + 100n);
  const bytes = new Uint8Array(program.buffer);
  const memory = GpuMemory.create();
  const at = (address: bigint): number => Number(address - HOST);
  const mirrors = new QueueMirrors(memory, {
    read: (_pid, address, into) => {
      into.set(bytes.subarray(at(address), at(address) + into.length));
      return into.length;
    },
    write: (_pid, address, from) => {
      bytes.set(from, at(address));
      return from.length;
    },
  });
  const hold = new MirrorLock();
  mirrors.add({ handle: HANDLE, address: VRAM_BASE, host: HOST, size: SIZE, hold: hold.buffer });
  const gpu = new BigUint64Array(memory.memory.buffer, VRAM_BASE, SIZE / 8);
  return { program, mirrors, hold, gpu };
}

test('memory that is given back while a launch runs is left alone when that ends', (t) => {
  const { program, mirrors, hold, gpu } = make();
  const before = program.slice();
  mirrors.enter();
  gpu[3] = 1n;
  hold.end();
  // Its pages here are emptied, or somebody else's, before the mirroring thread is notified.
  gpu.fill(0n);
  mirrors.leave();
  t.deepEqual(program, before);
  mirrors.enter();
  t.is(gpu[4], 0n);
});

test('words between those that a kernel has changed keep later writes of the program', (t) => {
  const { program, mirrors, gpu } = make();
  mirrors.enter();
  gpu[10] = 1n;
  gpu[12] = 2n;
  program[11] = 77n;
  mirrors.leave();
  t.deepEqual([...program.subarray(9, 14)], [109n, 1n, 77n, 2n, 113n]);
});

test('a launch beside another one reads writes of the program, and keeps those of the other one', (t) => {
  const { program, mirrors, gpu } = make();
  mirrors.enter();
  gpu[20] = 5n;
  program[30] = 6n;
  mirrors.enter();
  t.deepEqual([gpu[20], gpu[30]], [5n, 6n]);
  gpu[21] = 7n;
  mirrors.leave();
  t.deepEqual([...program.subarray(20, 22)], [5n, 7n]);
  program[21] = 8n;
  gpu[22] = 9n;
  mirrors.leave();
  t.deepEqual([...program.subarray(20, 23)], [5n, 8n, 9n]);
  t.is(program[30], 6n);
});

const bytesOf = ({ buffer, byteOffset, byteLength }: BigUint64Array): Uint8Array =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);

test('bytes beside those that a copy has written, in its first and last words, keep later writes of the program', (t) => {
  const { program, mirrors, gpu } = make();
  const [own, device] = [bytesOf(program), bytesOf(gpu)];
  mirrors.enter();
  device.fill(0xee, 83, 803);
  own.fill(0x11, 80, 83);
  own.fill(0x22, 803, 808);
  mirrors.leave();
  t.deepEqual([...own.subarray(80, 84)], [0x11, 0x11, 0x11, 0xee]);
  t.deepEqual([...own.subarray(802, 808)], [0xee, 0x22, 0x22, 0x22, 0x22, 0x22]);
  t.true(own.subarray(83, 803).every((byte) => byte === 0xee));
});

for (const [title, count] of [
  ['a few', 4],
  ['many', 400],
] as const)
  test(`a kernel and the program write halves of the same words, ${title}`, (t) => {
    const { program, mirrors, gpu } = make();
    const [own, device] = [new Uint32Array(program.buffer), new Uint32Array(gpu.buffer, gpu.byteOffset, SIZE / 4)];
    mirrors.enter();
    for (let n = 0; n < count; n++) {
      device[2 * n] = n + 0x1010_1010;
      own[2 * n + 1] = n + 0x2020_2020;
    }
    mirrors.leave();
    for (let n = 0; n < count; n++) {
      t.is(own[2 * n], n + 0x1010_1010);
      t.is(own[2 * n + 1], n + 0x2020_2020);
    }
  });

test('a launch that begins beside another one takes the bytes that the program has written, and leaves the other ones of their words', (t) => {
  const { program, mirrors, gpu } = make();
  const [own, device] = [bytesOf(program), bytesOf(gpu)];
  mirrors.enter();
  device[41] = 0xaa;
  own[42] = 0xbb;
  mirrors.enter();
  t.deepEqual([device[41], device[42]], [0xaa, 0xbb]);
  own[43] = 0xcc;
  mirrors.leave();
  mirrors.leave();
  t.deepEqual([own[41], own[42], own[43]], [0xaa, 0xbb, 0xcc]);
});
