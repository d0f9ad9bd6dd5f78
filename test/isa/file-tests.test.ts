// Runs the file tests test/isa/*.s on every engine that runs in this process's own code.

import test from 'ava';
import { ENGINES, EngineDriver } from './engine.js';
import { CASES, defineFileTests, FILES, readTests } from './file-tests.js';
import { createJitDriver } from './launch-driver.js';
import { sharedKernels } from './shared-kernels.js';
import { allInstructions, assemble } from './southern-islands.js';

/** Tests in a kernel. */
const MAX_TESTS = 12;

test('every instruction occurs in a file test', (t) => {
  const lines = FILES.flatMap(readTests).flatMap(({ code }) => assemble(code).lines);
  const tested = new Set(lines.map(({ instruction }) => instruction?.def.name));
  const names = new Set(allInstructions().map(({ name }) => name));
  t.deepEqual(
    [...names].filter((name) => !tested.has(name)),
    [],
  );
});

defineFileTests([...ENGINES.map((make) => new EngineDriver(make)), createJitDriver(sharedKernels(CASES, MAX_TESTS))]);
