// A sample of the conformance suite's cases through the finalizer, half of it on each chip.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test from 'ava';
import { LibraryMachine } from '../../src/library/machine.js';
import { root } from '../../src/util/paths.js';
import { type CaseExpectation, readCases } from './conformance/cases.js';
import { firstDifference } from './conformance/compare.js';
import { executeCases } from './conformance/execute.js';
import { CHIPS } from './finalized.js';

const dataOf = (name: string): Uint8Array => readFileSync(join(root, 'test/hsail/conformance', name));
/** The second file has cases that the first one lacks, some of the base profile. */
const cases = [gunzipSync(dataOf('sample.txt.gz')), brotliDecompressSync(dataOf('more.txt.br'))].flatMap((bytes) =>
  readCases(bytes.toString('latin1')),
);
/** So many are compiled together. */
const BATCH = 100;

test('values are compared as the suite does', (t) => {
  const floats = (...values: number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);
  const expected = (method: string, ...values: number[]): CaseExpectation => {
    return { buffer: 'dst', type: 9, size: 4, method, bytes: floats(...values) };
  };
  t.is(firstDifference(expected('ulps=0', 1, Number.NaN), floats(1, Number.NaN)), undefined);
  t.regex(firstDifference(expected('ulps=0', 1, 0), floats(1, -0))!, /^byte 4: 0x80000000, not 0x0/);
  t.is(firstDifference(expected('absf=0', 0), floats(-0)), undefined);
  t.not(firstDifference(expected('absf=0.5', 1), floats(2)), undefined);
  t.is(firstDifference(expected('ulps=0,flushDenorms', 0), floats(1e-40)), undefined);
  t.not(firstDifference(expected('ulps=0', 0), floats(1e-40)), undefined);
  t.is(firstDifference(expected('image=0.5', 0.2), floats(0.2001)), undefined);
  t.not(firstDifference(expected('image=0.5', 0.2), floats(0.21)), undefined);
  const halves = (...values: bigint[]): Uint8Array => new Uint8Array(BigUint64Array.from(values).buffer);
  const whole = { ...expected(''), type: 29, size: 16, bytes: halves(0n, 1n) };
  t.is(firstDifference(whole, halves(1n, 0n)), undefined, 'the upper half is first');
  t.not(firstDifference(whole, halves(0n, 1n)), undefined);
});

for (const [half, device] of CHIPS.entries()) {
  test(`cases of the conformance suite pass on ${device}`, async (t) => {
    t.true(cases.length >= 2000);
    const machine = new LibraryMachine({ engine: 'interp' });
    t.teardown(() => machine.close());
    const own = cases.filter((_, index) => index % CHIPS.length === half);
    for (let first = 0; first < own.length; first += BATCH) {
      const results = await executeCases(machine, device, own.slice(first, first + BATCH));
      t.is(results.length, Math.min(BATCH, own.length - first));
      t.deepEqual(
        results.filter(({ status }) => status !== 'passed'),
        [],
      );
    }
  });
}
