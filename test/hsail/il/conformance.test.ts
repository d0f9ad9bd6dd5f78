// The sample of the conformance suite's cases through the HSAIL engine: all by the interpreter, some by the others.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import { root } from '../../../src/util/paths.js';
import { readCases } from '../conformance/cases.js';
import { CaseMachine } from './cases.js';
import { ENGINES } from './harness.js';

const SAMPLE = join(root, 'test/hsail/conformance/sample.txt.gz');
const cases = readCases(gunzipSync(readFileSync(SAMPLE)).toString('latin1'));

/** One case of so many; of some categories only, where others take long. */
const SHARES: readonly (readonly [engine: string, share: number, only: string])[] = [
  ['interpreter', 1, ''],
  ['jit', 6, ''],
  ['oracle', 8, '/arithmetic/'],
];

for (const [engine, share, only] of SHARES)
  test(`${engine}: cases of the conformance suite`, (t) => {
    t.true(cases.length > 250);
    const machine = new CaseMachine(ENGINES[engine]!);
    const own = cases.filter(({ name }, index) => index % share === 0 && name.includes(only));
    const results = own.map((each) => machine.execute(each));
    t.deepEqual(
      results.filter(({ status }) => status !== 'passed'),
      [],
    );
  });
