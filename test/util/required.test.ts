// Values that invariants guarantee: the value, or an internal error that names it.

import test from 'ava';
import { AtollError } from '../../src/util/errors.js';
import {
  elementOf,
  groupOf,
  groupsOf,
  isNonEmpty,
  lastOf,
  memberOf,
  nonNull,
  required,
  tupleOf,
  valueAt,
} from '../../src/util/required.js';

test('a value that is there is returned as it is', (t) => {
  t.is(required(0, 'number'), 0);
  t.is(required('', 'text'), '');
  t.is(required<number | null | undefined>(null, 'number'), null);
  t.is(nonNull<number>(0, 'number'), 0);
  t.throws(() => nonNull<number>(null, 'number'), { message: /there is no number/ });
  t.is(valueAt(new Map([['a', 0]]), 'a', 'number'), 0);
  t.is(memberOf({ a: 0 }, 'a', 'number'), 0);
  t.is(elementOf(Uint8Array.of(7, 0), 1, 'byte'), 0);
  t.is(lastOf([1, 2], 'number'), 2);
  t.deepEqual(tupleOf([1, 2], 2, 'numbers'), [1, 2]);
  t.true(isNonEmpty([undefined]));
  t.false(isNonEmpty([]));
});

test('groups of a match are strings, also empty ones', (t) => {
  const match = /^(a+)(b*)(c)?$/.exec('aa');
  if (!match) return t.fail();
  t.is(groupOf(match, 1), 'aa');
  t.deepEqual(groupsOf(match, 2), ['aa', '']);
  t.throws(() => groupsOf(match, 3), { instanceOf: AtollError, message: /group of 'aa' 3 \(of 4\)/ });
});

test('a missing value is an internal error with its name', (t) => {
  const absences: readonly (readonly [() => unknown, RegExp])[] = [
    [() => required(undefined, 'launch'), /there is no launch$/],
    [() => nonNull(null, 'launch'), /there is no launch$/],
    [() => valueAt(new Map<string, number>(), 'a', 'register'), /there is no register of a$/],
    [() => valueAt(new Map<object, number>(), {}, 'register'), /there is no register$/],
    [() => memberOf({}, 'a', 'field'), /there is no field of a$/],
    [() => elementOf([1], 1, 'block'), /there is no block 1 \(of 1\)$/],
    [() => elementOf([1], -1, 'block'), /there is no block -1 \(of 1\)$/],
    [() => lastOf([], 'block'), /there is no block -1 \(of 0\)$/],
    [() => tupleOf([1, 2, 3], 2, 'axes'), /3 axes, not 2$/],
  ];
  for (const [read, message] of absences) t.throws(read, { instanceOf: AtollError, code: 'INTERNAL', message });
});
