// Runs the file tests test/isa/gcn3/*.s, and those of Southern Islands that other definitions execute here, on every
// engine that runs in this process's own code.

import test from 'ava';
import { assemble } from '../../../src/isa/assemble.js';
import { ENGINES, EngineDriver } from '../engine.js';
import { defineTestsOfFiles, textsFor } from '../file-tests.js';
import { createJitDriver } from '../launch-driver.js';
import { sharedKernels } from '../shared-kernels.js';
import { CHIPS, gcn3Cases } from './cases.js';

/** Tests in a kernel. */
const MAX_TESTS = 12;

for (const isa of CHIPS)
  test(`every instruction of ${isa.name} occurs in a file test`, (t) => {
    const listings = textsFor(isa, ['', 'gcn3/']).map((text) => assemble(isa, text));
    const lines = listings.filter(({ problems }) => problems.length === 0).flatMap((listing) => listing.lines);
    const tested = new Set(lines.map(({ instruction }) => instruction?.def.name));
    const names = new Set(isa.table.all.map(({ name }) => name));
    t.deepEqual(
      [...names].filter((name) => !tested.has(name)),
      [],
    );
  });

const cases = gcn3Cases();
defineTestsOfFiles(
  [...ENGINES.map((make) => new EngineDriver(make)), createJitDriver(sharedKernels(cases, MAX_TESTS))],
  cases,
);
