// Breakpoints whose kernel no program has: reported when a program is built, with the nearest names.

import test from 'ava';
import { parseKernelPlace, placeText } from '../../src/debug/locations.js';
import { calls } from '../../src/documents/opencl-doc.js';
import { BreakNames } from '../../src/machine/break-names.js';
import { editDistance } from '../../src/util/name-suggestions.js';

function messagesOf(places: readonly string[], ...programs: readonly (readonly string[])[]): string[] {
  const messages: string[] = [];
  const names = new BreakNames(places, (text) => messages.push(text));
  for (const kernels of programs) names.built(kernels);
  return messages;
}

test('the number of letters that differ', (t) => {
  t.is(editDistance('reduce', 'reduce'), 0);
  t.is(editDistance('kitten', 'sitting'), 3);
  t.is(editDistance('', 'abc'), 3);
  t.is(editDistance('recude', 'reduce'), 2);
});

test('a misspelt name is named with those that are near', (t) => {
  t.deepEqual(messagesOf(['recude'], ['reduce', 'scan']), [
    '--break recude: this program has no such kernel; did you mean reduce?',
  ]);
  t.deepEqual(messagesOf(['Reduce:+0x10'], ['reduce', 'reduce2', 'other']), [
    '--break Reduce: this program has no such kernel; did you mean reduce or reduce2?',
  ]);
  t.deepEqual(messagesOf(['x'], ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']), [
    '--break x: this program has no such kernel; it has alpha, beta, gamma, delta, epsilon and 1 more',
  ]);
});

test('right names, any kernel, and programs without kernels are not spoken of', (t) => {
  t.deepEqual(messagesOf(['reduce', '*', 'scan:L0010'], ['reduce', 'scan'], []), []);
});

test('a name that a later program has is right; a message is not repeated', (t) => {
  t.is(messagesOf(['scan'], ['other'], ['other'], ['scan'], ['other']).length, 1);
});

test('every call of OpenCL may be named behind error, and no other word; the error has the nearest names', (t) => {
  for (const { name } of calls()) t.is(placeText(parseKernelPlace(`error:${name}`)), `error:${name}`);
  t.is(placeText(parseKernelPlace('error:-30')), 'error:CL_INVALID_VALUE');
  const refused = (what: string): string => t.throws(() => parseKernelPlace(`error:${what}`))!.message;
  t.regex(
    refused('clCreateBufer'),
    /^'clCreateBufer' is neither a call nor an error of OpenCL; did you mean clCreateBuffer/,
  );
  t.regex(refused('CL_INVALID_VALU'), /did you mean CL_INVALID_VALUE/);
  t.regex(refused('clBuildPrgram'), /did you mean clBuildProgram/);
  t.is(refused('nonsense_of_nobody'), "'nonsense_of_nobody' is neither a call nor an error of OpenCL");
  t.regex(refused('-9999'), /'-9999' is neither a call nor an error/);
});
