// Results of two devices, compared by type.

import test from 'ava';
import { channelType, compareBuffers, elementType, ulps } from '../../src/board/client/compare.js';
import { parseTolerance } from '../../src/board/client/tolerance.js';
import type { ImageShape } from '../../src/board/protocol.js';

const bytes = (array: Float32Array | Float64Array | Int32Array): Uint8Array => new Uint8Array(array.buffer);

test('distances of real numbers are counted in units of the last place', (t) => {
  t.is(ulps(1, 1, 4), 0);
  t.is(ulps(1, 1 + 2 ** -23, 4), 1);
  t.is(ulps(-(2 ** -149), 2 ** -149, 4), 2);
  t.is(ulps(0, -0, 4), 0);
  t.is(ulps(1, 1 + 2 ** -52, 8), 1);
  t.is(ulps(Number.NaN, Number.NaN, 4), 0);
  t.is(ulps(Number.NaN, 1, 4), Number.POSITIVE_INFINITY);
});

test('a tolerance is exact, of ulps, or relative', (t) => {
  const [a, b] = [new Float32Array(3000).fill(1000), new Float32Array(3000).fill(1000)];
  b[2000] = 1000.0005;
  const differs = (text: string) =>
    compareBuffers(bytes(a), bytes(b), elementType('float4*'), 0, parseTolerance(text)).difference;
  t.deepEqual(differs('exact')?.index, 2000);
  t.deepEqual(differs('ulp:7')?.index, 2000);
  t.is(differs('ulp:8'), undefined);
  t.is(differs('relative:1e-6'), undefined);
  t.deepEqual(differs('relative:1e-7')?.values, [1000, b[2000]!]);
  t.is(compareBuffers(bytes(a), bytes(b), elementType('float*'), 0, parseTolerance('ulp:8')).ulp, 8);
});

test('whole numbers are to be equal; indices count from where an argument points to', (t) => {
  const [a, b] = [new Int32Array(100), new Int32Array(100)];
  b[70] = 1;
  const { difference } = compareBuffers(bytes(a), bytes(b), elementType('uint*'), 128, parseTolerance('relative:1'));
  t.deepEqual(difference, { index: 38, values: [0, 1] });
});

test('types are recognised by their names, vectors by their elements', (t) => {
  t.is(elementType('const uchar16*')?.bytes, 1);
  t.is(elementType('unsigned long*')?.bytes, 8);
  t.is(elementType('double2*')?.real, true);
  t.is(elementType('const half4*')?.bytes, 2);
  t.is(elementType('struct Node*'), undefined);
});

test('words of structures are real numbers only where they look like it', (t) => {
  const pairs = [
    [5, 6],
    [-1, -2],
    [0, 1],
    [0x3f80_0000, 5],
  ];
  for (const [local, other] of pairs) {
    const [a, b] = [Int32Array.of(local!), Int32Array.of(other!)].map(bytes);
    const { difference } = compareBuffers(a!, b!, elementType('struct Node*'), 0, parseTolerance(undefined));
    t.deepEqual(difference?.values, [local! >>> 0, other! >>> 0]);
  }
  const [a, b] = [Float32Array.of(1000), Float32Array.of(1000.0005)].map(bytes);
  t.like(compareBuffers(a!, b!, undefined, 0, parseTolerance(undefined)), { difference: undefined, ulp: 8 });
});

test('images are compared by their channels', (t) => {
  const shape = (dataType: number) => ({ dataType }) as ImageShape;
  const compare = (dataType: number, a: number[], b: number[], tolerance?: string) =>
    compareBuffers(
      Uint8Array.of(...a),
      Uint8Array.of(...b),
      channelType(shape(dataType)),
      0,
      parseTolerance(tolerance),
    );
  // UNORM_INT8 may be rounded otherwise, UNSIGNED_INT8 not.
  t.is(compare(0x10d2, [1, 2, 3, 4], [1, 2, 4, 4]).difference, undefined);
  t.is(compare(0x10d2, [1, 2, 3, 4], [1, 2, 5, 4]).difference?.index, 2);
  t.is(compare(0x10d2, [1, 2, 3, 4], [1, 2, 4, 4], 'exact').difference?.index, 2);
  t.is(compare(0x10da, [1, 2, 3, 4], [1, 2, 4, 4]).difference?.index, 2);
  // HALF_FLOAT: 1 and the next one.
  t.like(compare(0x10dd, [0, 0x3c], [1, 0x3c], 'ulp:1'), { difference: undefined, ulp: 1 });
  t.deepEqual(compare(0x10dd, [0, 0x3c], [1, 0x3c]).difference?.values, [1, 1 + 2 ** -10]);
});

test('a tolerance that is none is refused', (t) => {
  t.throws(() => parseTolerance('five'), { message: /'five' is none/ });
});
