// Runs the file tests test/isa/gcn3/*.s on machine code that clang makes, each for one chip. A refusal leaves
// compiled code: it is not run here.

import test from 'ava';
import { createJit } from '../../../src/jit/engine/jit.js';
import { EagerCompiler } from '../../../src/kernels/eager-compiler.js';
import { denormals } from '../../jit/denormals.js';
import { defineTestsOfFiles } from '../file-tests.js';
import { LaunchDriver } from '../launch-driver.js';
import { sharedKernels } from '../shared-kernels.js';
import { casesOnce } from './cases.js';

/** Tests in a kernel. */
const MAX_TESTS = 24;

const code = new EagerCompiler();
const cases = casesOnce().filter(({ runs }) => runs.every(({ of }) => of.fault === undefined));
defineTestsOfFiles(
  [
    new LaunchDriver(
      'native',
      (memory) => createJit(memory, { denormals, store: code, nativeCode: code }),
      sharedKernels(cases, MAX_TESTS),
    ),
  ],
  cases,
);

test.serial('kernels were compiled by clang', (t) => {
  t.true(code.compiled > 0);
});
