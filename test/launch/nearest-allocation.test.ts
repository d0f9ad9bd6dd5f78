// The allocation nearest to an address, in words; and the work-item of a lane.

import test from 'ava';
import type { KernelArgument } from '../../src/launch/argument.js';
import { type NamedAllocation, nearestText, pointerArguments } from '../../src/launch/nearest-allocation.js';
import { lanesWithItems, workItemOf } from '../../src/launch/work-item.js';

const A: NamedAllocation = { address: 0x1000n, size: 4096, maker: 'clCreateBuffer call 1' };
const B: NamedAllocation = { address: 0x4000n, size: 100, maker: 'clCreateBuffer call 3' };
const OWN: NamedAllocation = { address: 0x3000n, size: 4096, maker: undefined };
const OLD: NamedAllocation = { address: 0x9000n, size: 4096, maker: 'clCreateImage2D call 1', released: true };
const ALL = [A, OWN, B, OLD];
const a = { index: 0, name: 'a', address: 0x1000n };
const b = { index: 2, name: '', address: 0x4020n };

test('the nearest argument, by how far', (t) => {
  const near = (address: bigint): string | undefined => nearestText(address, ALL, [a, b]);
  t.is(near(0x2004n), "4 bytes after the end of argument 0 'a', 4,096 bytes, created by clCreateBuffer call 1");
  t.is(near(0x2000n), "directly after the end of argument 0 'a', 4,096 bytes, created by clCreateBuffer call 1");
  t.is(near(0xfffn), "1 byte before the beginning of argument 0 'a', 4,096 bytes, created by clCreateBuffer call 1");
  t.is(near(0x1000n), "at the beginning of argument 0 'a', 4,096 bytes, created by clCreateBuffer call 1");
  t.is(
    near(0x4064n),
    'directly after the end of argument 2, 100 bytes, created by clCreateBuffer call 3 (a part from byte 32 on)',
  );
});

test('other memory when it is nearer, released memory, NULL, nothing', (t) => {
  t.is(
    nearestText(0x9010n, ALL, [a]),
    '16 bytes into memory that is not an argument of this launch, 4,096 bytes, created by clCreateImage2D call 1, released since',
  );
  t.is(
    nearestText(0x3ff0n, ALL, []),
    '16 bytes before the beginning of memory that is not an argument of this launch, 100 bytes, created by clCreateBuffer call 3',
  );
  t.is(nearestText(16n, ALL, [{ index: 1, name: 'p', address: 0n }]), "16 bytes into argument 1 'p', which is NULL");
  t.is(nearestText(16n, [OWN], [a]), undefined);
});

test('several arguments in one block of the runtime: the nearest one is named; dangling pointers', (t) => {
  const block: NamedAllocation = { address: 0x10000n, size: 0x10000, maker: 'the runtime' };
  const [first, second] = [
    { index: 0, name: 'in', address: 0x10000n },
    { index: 1, name: 'out', address: 0x11000n },
  ];
  const behind =
    "16 bytes after the end of argument 1 'out', 65,536 bytes, created by the runtime (a part from byte 4,096 on)";
  t.is(nearestText(0x20010n, [block], [first, second]), behind);
  t.is(nearestText(0x20010n, [block], [second, first]), behind);
  const released = { index: 2, name: 'where', address: 0x90000n };
  const nowhere = "argument 2 'where', which does not point to memory of the device";
  t.is(nearestText(0x90000n, [block], [first, released]), `at the beginning of ${nowhere}`);
  t.is(nearestText(0x90008n, [block], [first, released]), `8 bytes into ${nowhere}`);
  t.regex(nearestText(0x20010n, [block], [first, released])!, /after the end of argument 0/);
});

test('pointers are found in the segment, and none beyond it', (t) => {
  const segment = new Uint8Array(56);
  new DataView(segment.buffer).setBigUint64(40, 0x1234n, true);
  const argument = (kind: KernelArgument['kind'], offset: number): KernelArgument =>
    ({ kind, offset, name: kind, size: 8 }) as KernelArgument;
  const all = [argument('value', 36), argument('global', 40), argument('local', 40), argument('constant', 52)];
  t.deepEqual(pointerArguments(all, segment), [{ index: 1, name: 'global', address: 0x1234n }]);
});

test('work-items of whole and of last work-groups', (t) => {
  const sizes = { globalSize: [10, 64, 1], localSize: [4, 32, 1] } as const;
  t.deepEqual(workItemOf(sizes, { group: [1, 1, 0], index: 1, lanes: 64 }, 3, [100, 0, 0]), {
    local: [3, 16, 0],
    global: [107, 48, 0],
  });
  t.deepEqual(workItemOf(sizes, { group: [1, 1, 0], index: 2, lanes: 32 }, 3, [0, 0, 0]).local, [3, 16, 0]);
  t.is(lanesWithItems(sizes, { group: [2, 1, 0], index: 1, lanes: 64 }), 0);
  t.is(lanesWithItems(sizes, { group: [2, 1, 0], index: 1, lanes: 32 }), 32);
  // The last work-groups have two columns.
  t.deepEqual(workItemOf(sizes, { group: [2, 1, 0], index: 0, lanes: 64 }, 5, [0, 0, 7]), {
    local: [1, 2, 0],
    global: [9, 34, 7],
  });
});
