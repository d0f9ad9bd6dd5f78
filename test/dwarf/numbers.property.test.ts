// LEB128 numbers, against an encoder that follows the definition bit by bit.

import test from 'ava';
import { array, bigInt, property, uint8Array } from 'fast-check';
import { DwarfCursor } from '../../src/dwarf/cursor.js';
import { ByteReader } from '../../src/elf/bytes.js';
import { AtollError } from '../../src/util/errors.js';
import { holds } from '../property.js';

/** Source: DWARF Debugging Information Format, version 5, section 7.6. */
function encoded(value: bigint, signed: boolean): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; ) {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    const isLast = signed ? rest === ((low & 0x40) === 0 ? 0n : -1n) : rest === 0n;
    bytes.push(isLast ? low : low | 0x80);
    if (isLast) return bytes;
  }
}
const cursorOf = (bytes: ArrayLike<number>): DwarfCursor =>
  new DwarfCursor(new ByteReader(Uint8Array.from(bytes), 'a section'));

test('numbers one behind the other', (t) => {
  const unsigned = array(bigInt(0n, 2n ** 53n - 1n));
  holds(
    t,
    property(unsigned, (values) => {
      const bytes = values.flatMap((value) => encoded(value, false));
      const cursor = cursorOf(bytes);
      return values.every((value) => cursor.uleb() === Number(value)) && cursor.position === bytes.length;
    }),
  );
  holds(
    t,
    property(array(bigInt(-(2n ** 48n), 2n ** 48n)), (values) => {
      const cursor = cursorOf(values.flatMap((value) => encoded(value, true)));
      return values.every((value) => cursor.sleb() === Number(value));
    }),
  );
});

test('any bytes are a number, or an error with the offset', (t) => {
  holds(
    t,
    property(uint8Array({ maxLength: 16 }), (bytes) => {
      const cursor = cursorOf(bytes);
      const end = bytes.findIndex((byte) => byte < 0x80) + 1;
      try {
        cursor.uleb();
        return cursor.position === end;
      } catch (error) {
        return error instanceof AtollError && error.code === 'BAD_IMAGE' && (end === 0 || end > 10);
      }
    }),
  );
});
