// Elements of buffers and changed bytes as text: written values are read again, and invalid ones are refused.

import test from 'ava';
import { bigInt, constantFrom, integer, property, tuple, uint8Array } from 'fast-check';
import { changedBytes, dumpRows } from '../../src/debug/byte-changes.js';
import { elementText, elementType, pointee, scalarBytes } from '../../src/debug/values.js';
import { holds } from '../property.js';

test('types: names with qualifiers and of several words', (t) => {
  const shape = (name: string) => {
    const type = elementType(name);
    return type && [type.scalar.kind, type.scalar.bytes, type.count, type.size];
  };
  t.deepEqual(shape('unsigned  int'), ['unsigned', 4, 1, 4]);
  t.deepEqual(shape('const signed char'), ['signed', 1, 1, 1]);
  t.deepEqual(shape('float3'), ['float', 4, 3, 16]);
  t.deepEqual(shape('double16'), ['float', 8, 16, 128]);
  for (const name of ['struct s', 'float5', 'constructor', '']) t.is(elementType(name), undefined, name);
  t.is(pointee('int'), undefined);
  t.is(pointee('__global const half*')?.scalar.kind, 'half');
});

test('a scalar is read as it was written', (t) => {
  const whole = constantFrom('char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong');
  holds(
    t,
    property(tuple(whole, bigInt(-(2n ** 63n), 2n ** 64n - 1n)), ([name, value]) => {
      const type = elementType(name)!;
      const bits = 8 * type.size;
      const own = name.startsWith('u') ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value);
      const bytes = scalarBytes(String(own), type.scalar);
      return bytes.length === type.size && elementText(bytes, 0, type) === String(own);
    }),
  );
  const { scalar } = elementType('uchar')!;
  t.deepEqual([...scalarBytes('0x1f', scalar)], [0x1f]);
  t.deepEqual([...scalarBytes('-1', scalar)], [0xff]);
  for (const text of ['256', '-129', '1.5', '', 'x']) t.throws(() => scalarBytes(text, scalar), { code: 'BAD_INPUT' });
  const float = elementType('float')!;
  t.is(elementText(scalarBytes('1.5f', float.scalar), 0, float), '1.5');
  t.is(elementText(scalarBytes('nan', float.scalar), 0, float), 'nan');
  t.throws(() => scalarBytes('one', float.scalar), { code: 'BAD_INPUT' });
  t.is(elementText(new Uint8Array([1, 0, 2, 0]), 0, elementType('short2')!), '(1, 2)');
});

test('changed bytes put into the old ones give the new ones', (t) => {
  const before = uint8Array({ minLength: 1, maxLength: 80 });
  const changes = tuple(integer({ min: 0, max: 79 }), integer({ min: 0, max: 79 }), integer({ min: 0, max: 255 }));
  holds(
    t,
    property(tuple(before, changes), ([old, [one, other, byte]]) => {
      const now = Uint8Array.of(9, ...old);
      now[1 + (one % old.length)] = byte;
      now[1 + (other % old.length)] = byte ^ 1;
      const patched = Uint8Array.from(old);
      for (const { address, bytes } of changedBytes(old, now, 1, 0x100)) patched.set(bytes, address - 0x100);
      return patched.every((value, at) => value === now[1 + at]);
    }),
  );
});

test('rows begin at multiples of 16 bytes', (t) => {
  t.deepEqual(dumpRows({ address: 0x1e, bytes: Uint8Array.of(0x41, 0x00, 0x42) }), [
    `0x00000010  ${'   '.repeat(14)}41 00  ${' '.repeat(14)}A.`,
    `0x00000020  42${'   '.repeat(15)}  B`,
  ]);
});
