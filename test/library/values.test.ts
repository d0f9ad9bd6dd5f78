import test from 'ava';
import { pointedType, vectorType } from '../../src/library/element-types.js';
import { encodeValue } from '../../src/library/values.js';
import { AtollError } from '../../src/util/errors.js';

const argument = (typeName: string, size: number) => ({ name: 'x', typeName, size });
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

test('values are encoded as the host of an OpenCL program would have them in memory', (t) => {
  t.is(hex(encodeValue(argument('int', 4), -2)), 'feffffff');
  t.is(hex(encodeValue(argument('uchar', 1), 255)), 'ff');
  t.is(hex(encodeValue(argument('unsigned short', 2), 0x1234)), '3412');
  t.is(hex(encodeValue(argument('ulong', 8), 2n ** 64n - 1n)), 'ffffffffffffffff');
  t.is(hex(encodeValue(argument('long', 8), -1)), 'ffffffffffffffff');
  t.is(hex(encodeValue(argument('float', 4), 1.5)), '0000c03f');
  t.is(hex(encodeValue(argument('double', 8), -2)), '00000000000000c0');
  t.is(hex(encodeValue(argument('short2', 4), [1, -1])), '0100ffff');
  t.is(hex(encodeValue(argument('uchar4', 4), 7)), '07070707', 'one number is for all components');
  t.is(hex(encodeValue(argument('char3', 4), [1, 2, 3])), '01020300', 'vectors of 3 take the place of 4');
  t.is(hex(encodeValue(argument('Pair', 3), Uint8Array.of(1, 2, 3))), '010203');
});

const REFUSED: readonly (readonly [
  typeName: string,
  size: number,
  value: Parameters<typeof encodeValue>[1],
  what: RegExp,
])[] = [
  ['int', 4, 2 ** 31, /argument x \(int\): 2147483648 is out of its range, -2147483648 to 2147483647/],
  ['uint', 4, -1, /-1 is out of its range, 0 to/],
  ['uchar', 1, 1.5, /1\.5 is not an integer/],
  ['float4', 16, [1, 2, 3], /3 components passed, expected 4/],
  ['Pair', 8, 3, /its layout is unknown/],
  ['Pair', 8, new Uint8Array(7), /7 bytes passed, expected 8/],
  ['half', 2, 1, /as its bits/],
];

for (const [typeName, size, value, what] of REFUSED)
  test(`refused: ${typeName} from ${typeof value === 'object' ? JSON.stringify(value) : value}`, (t) => {
    const error = t.throws(() => encodeValue(argument(typeName, size), value), { instanceOf: AtollError });
    t.is(error?.code, 'BAD_INPUT');
    t.regex(error?.message ?? '', what);
  });

test('types by name', (t) => {
  t.is(vectorType('float16')?.width, 16);
  t.is(vectorType('unsigned int')?.element.name, 'uint');
  t.is(pointedType('double2*')?.element.name, 'double');
  for (const name of ['float5', 'Pair', 'struct pair', 'image2d_t', '']) t.is(vectorType(name), undefined, name);
  t.is(pointedType('float'), undefined);
});
