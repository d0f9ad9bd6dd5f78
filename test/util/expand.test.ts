// Decompression: at most the permitted size, and in memory of the size that a frame declares.

import { zstdCompressSync } from 'node:zlib';
import test from 'ava';
import { boundedJson } from '../../src/util/bounded-json.js';
import { declaredSize, expand } from '../../src/util/expand.js';

test('a frame declares its size, however many bytes that takes', (t) => {
  for (const length of [0, 1, 63, 64, 255, 256, 257, 65_791, 65_792, 1_000_000]) {
    const frame = zstdCompressSync(Buffer.alloc(length, 7));
    t.is(declaredSize(frame), length);
    t.deepEqual(expand(frame, length), Buffer.alloc(length, 7));
    if (length > 0)
      t.throws(() => expand(frame, length - 1), {
        message: `${length} bytes unpacked, the limit is ${length - 1}`,
      });
  }
  t.is(declaredSize(Buffer.from('text')), undefined);
  t.is(declaredSize(Buffer.from('28b52ffd', 'hex')), undefined);
});

test('decompression: a frame with another size than declared, or with damage, is refused', (t) => {
  const frame = zstdCompressSync(Buffer.alloc(100_000, 7));
  const wide = Buffer.from(frame);
  // A frame of one segment with four bytes for its size, which begin behind magic and descriptor.
  t.is(wide[4]! >>> 6, 2);
  wide.writeUInt32LE(99_999, 5);
  t.throws(() => expand(wide, 2 ** 40));
  t.throws(() => expand(frame.subarray(0, -3), 2 ** 20));
  t.throws(() => expand(Buffer.from('no frame at all'), 2 ** 20));
});

test('JSON of many values is refused before it is parsed, whatever its texts hold', (t) => {
  t.deepEqual(boundedJson(Buffer.from('[1, {"a": "x,[{\\",,"}]'), 4), [1, { a: 'x,[{",,' }]);
  t.throws(() => boundedJson(Buffer.from('[1,2,3]'), 3), { message: '4 values, the limit is 3' });
  t.throws(() => boundedJson(Buffer.from('[[],{}]'), 3), { message: /values, the limit is 3/ });
  t.throws(() => boundedJson(Buffer.from('["'), 3), { instanceOf: SyntaxError });
});
