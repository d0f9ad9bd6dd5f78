// Runs the file tests test/isa/*.s on machine code that clang makes.

import test from 'ava';
import { createJit } from '../../src/jit/engine/jit.js';
import { EagerCompiler } from '../../src/kernels/eager-compiler.js';
import { denormals } from '../jit/denormals.js';
import { CASES, defineFileTests } from './file-tests.js';
import { LaunchDriver } from './launch-driver.js';
import { sharedKernels } from './shared-kernels.js';

/** Tests in a kernel. */
const MAX_TESTS = 12;

const code = new EagerCompiler();
defineFileTests([
  new LaunchDriver(
    'native',
    (memory) => createJit(memory, { denormals, store: code, nativeCode: code }),
    sharedKernels(CASES, MAX_TESTS),
  ),
]);

test.serial('kernels were compiled by clang', (t) => {
  t.true(code.compiled > 0);
});
