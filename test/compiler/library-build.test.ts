// Replacing functions of libclc by ones of the library that call them.

import test from 'ava';
import { nameOwnFunctions } from '../../src/compiler/library-build.js';

const IR = `define double @_Z8own_atand(double %x) {
  %r = call double @_Z4atand(double %x)
  ret double %r
}
define internal double @_Z4atand(double %x) {
  %r = call double @_Z5otherd(double %x)
  ret double %r
}
declare double @_Z5otherd(double)
declare double @_Z4atanDv2_d(<2 x double>)
`;

test("a function own_f takes libclc's name, and libclc's gets out of the way", (t) => {
  const text = nameOwnFunctions(IR);
  t.regex(text, /define double @_Z4atand\(double %x\) \{\n {2}%r = call double @_Z4atand\.libclc\(/);
  t.regex(text, /define internal double @_Z4atand\.libclc\(/);
  t.regex(text, /declare double @_Z5otherd\(double\)\ndeclare double @_Z4atanDv2_d\(/);
  t.false(text.includes('own_'));
});
