// Breakpoints whose kernel no program has: said when a program is built, with the names that are nearest.

import test from 'ava';
import { BreakNames, editDistance } from '../../src/machine/break-names.js';

function saidBy(places: readonly string[], ...programs: readonly (readonly string[])[]): string[] {
  const said: string[] = [];
  const names = new BreakNames(places, (text) => said.push(text));
  for (const kernels of programs) names.built(kernels);
  return said;
}

test('the number of letters that differ', (t) => {
  t.is(editDistance('reduce', 'reduce'), 0);
  t.is(editDistance('kitten', 'sitting'), 3);
  t.is(editDistance('', 'abc'), 3);
  t.is(editDistance('recude', 'reduce'), 2);
});

test('a misspelt name is named with those that are near', (t) => {
  t.deepEqual(saidBy(['recude'], ['reduce', 'scan']), [
    '--break recude: this program has no such kernel; did you mean reduce?',
  ]);
  t.deepEqual(saidBy(['Reduce:+0x10'], ['reduce', 'reduce2', 'other']), [
    '--break Reduce: this program has no such kernel; did you mean reduce or reduce2?',
  ]);
  t.deepEqual(saidBy(['x'], ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']), [
    '--break x: this program has no such kernel; it has alpha, beta, gamma, delta, epsilon and 1 more',
  ]);
});

test('right names, any kernel, and programs without kernels are not spoken of', (t) => {
  t.deepEqual(saidBy(['reduce', '*', 'scan:L0010'], ['reduce', 'scan'], []), []);
});

test('a name that a later program has is right; the same is not said twice', (t) => {
  t.is(saidBy(['scan'], ['other'], ['other'], ['scan'], ['other']).length, 1);
});
