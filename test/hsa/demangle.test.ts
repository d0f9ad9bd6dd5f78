// Names of kernels in C++, beside the output of GNU's tool.

import { spawnSync } from 'node:child_process';
import test from 'ava';
import { demangled } from '../../src/hsa/demangle.js';
import { Random } from '../emulator/random.js';

const NAMES = [
  '_Z3addPKfS0_Pfi',
  '_Z5strayIiEvPT_i',
  '_Z1kIfLi4ELj5ELb1EEvPT_',
  '_ZN2ab3cde1fIN1x1yIlEEEEvv',
  '_ZN12_GLOBAL__N_11fEv',
  '_Z1fIPKfEvT_',
  '_Z1fIJifEEvDpT_',
  '_ZNSt3foo3barEv',
  '_Z1fILln5EEvv',
  '_Z1fILc65EEvv',
  '_ZL3foov',
];

/** How tools close two lists of arguments has changed. */
const closed = (text: string): string => text.replaceAll('> >', '>>');

/** Output of `c++filt` for names, without their parameters; undefined where it is not installed. */
function reference(names: readonly string[]): string[] | undefined {
  const { stdout, status } = spawnSync('c++filt', ['-p', '-r'], { input: names.join('\n'), encoding: 'utf8' });
  return status === 0 ? stdout.trimEnd().split('\n').map(closed) : undefined;
}

test('names are those of c++filt', (t) => {
  t.deepEqual(
    NAMES.slice(0, 4).map((name) => demangled(name)),
    ['add', 'stray<int>', 'k<float, 4, 5u, true>', 'ab::cde::f<x::y<long>>'],
  );
  const expected = reference(NAMES);
  if (expected) t.deepEqual(NAMES.map(demangled), expected);
});

test('demangling: other names stay as they are; invalid ones do no harm', (t) => {
  for (const name of [
    'main',
    '_Z',
    '_ZN',
    '_Z9short',
    '_Z1fIS_EvT_',
    `_Z1fI${'P'.repeat(3000)}iEvv`,
    '_ZN1aC1Ev',
    '_Z0v',
    '',
  ])
    t.is(demangled(name), name);
  const random = new Random(5);
  const letters = 'ZNIEPKL0123456789abijfvS_T';
  for (let n = 0; n < 20_000; n++) {
    const tail = Array.from({ length: random.below(24) }, () => letters[random.below(letters.length)]).join('');
    t.is(typeof demangled(`_Z${tail}`), 'string');
  }
});
