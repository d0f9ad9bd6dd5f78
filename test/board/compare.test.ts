// Results of two devices, compared by type.

import test from 'ava';
import { compareBuffers, elementType, ulps } from '../../src/board/client/compare.js';
import { parseTolerance } from '../../src/board/client/tolerance.js';

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
  const differs = (text: string) => compareBuffers(bytes(a), bytes(b), 'float4*', 0, parseTolerance(text)).difference;
  t.deepEqual(differs('exact')?.index, 2000);
  t.deepEqual(differs('ulp:7')?.index, 2000);
  t.is(differs('ulp:8'), undefined);
  t.is(differs('relative:1e-6'), undefined);
  t.deepEqual(differs('relative:1e-7')?.values, [1000, b[2000]!]);
  t.is(compareBuffers(bytes(a), bytes(b), 'float*', 0, parseTolerance('ulp:8')).ulp, 8);
});

test('whole numbers are to be equal; indices count from where an argument points to', (t) => {
  const [a, b] = [new Int32Array(100), new Int32Array(100)];
  b[70] = 1;
  const { difference } = compareBuffers(bytes(a), bytes(b), 'uint*', 128, parseTolerance('relative:1'));
  t.deepEqual(difference, { index: 38, values: [0, 1] });
});

test('types are known by their names, vectors by their elements', (t) => {
  t.is(elementType('const uchar16*')?.bytes, 1);
  t.is(elementType('unsigned long*')?.bytes, 8);
  t.is(elementType('double2*')?.real, true);
  t.is(elementType('struct Node*'), undefined);
});

test('a tolerance that is none is refused', (t) => {
  t.throws(() => parseTolerance('five'), { message: /'five' is none/ });
});
