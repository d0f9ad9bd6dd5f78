// A sample of the conformance suite's cases through the finalizer, half of it on each chip.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import { chipById } from '../../src/chips/chips.js';
import { loadIsa } from '../../src/isa/load-isa.js';
import { LibraryMachine } from '../../src/library/machine.js';
import { root } from '../../src/util/paths.js';
import { type CaseExpectation, readCases } from './conformance/cases.js';
import { firstDifference } from './conformance/compare.js';
import { executeCases } from './conformance/execute.js';
import { CHIPS } from './finalized.js';

const SAMPLE = join(root, 'test/hsail/conformance/sample.txt.gz');
const cases = readCases(gunzipSync(readFileSync(SAMPLE)).toString('latin1'));

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
});

for (const [half, device] of CHIPS.entries()) {
  test(`cases of the conformance suite pass on ${device}`, async (t) => {
    t.true(cases.length > 250);
    await loadIsa(chipById(device)!.target);
    const machine = new LibraryMachine({ engine: 'interp' });
    t.teardown(() => machine.close());
    const own = cases.filter((_, index) => index % CHIPS.length === half);
    const results = await executeCases(machine, device, own);
    t.is(results.length, own.length);
    t.deepEqual(
      results.filter(({ status }) => status !== 'passed'),
      [],
    );
  });
}
