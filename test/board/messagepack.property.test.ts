// The measure of messages before they are decoded, against the encoder that boards use.

import { encode } from '@msgpack/msgpack';
import test from 'ava';
import {
  array,
  constantFrom,
  dictionary,
  double,
  integer,
  letrec,
  oneof,
  property,
  string,
  uint8Array,
} from 'fast-check';
import { measureMessagePack } from '../../src/board/messagepack-size.js';
import { holds } from '../property.js';

type Value = null | boolean | number | string | Uint8Array | readonly Value[] | { readonly [key: string]: Value };

const { value } = letrec<{ value: Value }>((tie) => ({
  value: oneof(
    { depthSize: 'small', withCrossShrink: true },
    constantFrom(null, true, false),
    integer(),
    double(),
    string({ maxLength: 40 }),
    uint8Array({ maxLength: 300 }),
    array(tie('value'), { maxLength: 20 }),
    dictionary(string({ maxLength: 5 }), tie('value'), { maxKeys: 20 }),
  ),
}));

const isMap = (one: Value): one is { readonly [key: string]: Value } =>
  typeof one === 'object' && one !== null && !Array.isArray(one) && !(one instanceof Uint8Array);
const parts = (one: Value): readonly Value[] =>
  Array.isArray(one) ? one : isMap(one) ? Object.entries(one).flat() : [];
const itemsOf = (one: Value): number => parts(one).reduce((sum: number, each) => sum + itemsOf(each), 1);
/** Arrays and maps around the innermost value. */
const depthOf = (one: Value): number => {
  const inside = parts(one);
  return inside.length === 0 ? 0 : 1 + Math.max(...inside.map(depthOf));
};

const isMeasured = (bytes: Uint8Array, items: number, depth: number): boolean => {
  try {
    measureMessagePack(bytes, { items, depth });
    return true;
  } catch {
    return false;
  }
};

test('messages within their bounds are let through, larger ones and parts are not', (t) => {
  holds(
    t,
    property(value, (message) => {
      const bytes = encode(message);
      const [items, depth] = [itemsOf(message), depthOf(message)];
      return (
        isMeasured(bytes, items, depth) &&
        !(items > 1 && isMeasured(bytes, items - 1, depth)) &&
        !(depth > 0 && isMeasured(bytes, items, depth - 1)) &&
        !isMeasured(bytes.subarray(0, -1), items, depth) &&
        !isMeasured(Uint8Array.of(...bytes, 0), items, depth)
      );
    }),
  );
});
