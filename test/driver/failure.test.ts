// What is said of a launch that cannot be: what is too much for somebody is no defect of ours.

import test from 'ava';
import { failureOf } from '../../src/driver/core/processor/failure.js';
import { AtollError } from '../../src/util/errors.js';

test('a compiler that takes too long is a limit, with what to do about it', (t) => {
  const text = failureOf(new AtollError('LIMIT', 'clang has not compiled a kernel after 60 s', '--engine jit'));
  t.is(text, 'clang has not compiled a kernel after 60 s\n  --engine jit');
});

test('what nobody has foreseen is a defect, and says where', (t) => {
  t.regex(failureOf(new TypeError('a is undefined')), /^defect of Atoll: TypeError: a is undefined\n {4}at /);
  t.regex(failureOf(new AtollError('INTERNAL', 'there is none')), /^defect of Atoll: AtollError: there is none/);
});
