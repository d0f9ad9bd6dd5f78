// Errors of failed launches: an exceeded limit is no defect of Atoll.

import test from 'ava';
import { failureOf } from '../../src/driver/core/processor/failure.js';
import { AtollError } from '../../src/util/errors.js';

test('a compiler that takes too long reaches a limit, with the next step', (t) => {
  const text = failureOf(new AtollError('LIMIT', 'clang has not compiled a kernel after 60 s', '--engine jit'));
  t.is(text, 'clang has not compiled a kernel after 60 s\n  --engine jit');
});

test('an unexpected exception is a defect, with its place', (t) => {
  t.regex(failureOf(new TypeError('a is undefined')), /^defect of Atoll: TypeError: a is undefined\n {4}at /);
  t.regex(failureOf(new AtollError('INTERNAL', 'there is none')), /^defect of Atoll: AtollError: there is none/);
});
