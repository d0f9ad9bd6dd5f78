// Tests that need the distribution's HSA runtime with its finalizer extension (libhsa-runtime-dev). Without it they are
// skipped by name; in runs with --rocm, which install it, they are executed, and fail without it.

import { existsSync } from 'node:fs';
import test from 'ava';

const isInstalled = existsSync('/usr/include/hsa/hsa_ext_finalize.h');

export const runtimeTest = isInstalled || process.env['ATOLL_ROCM'] !== undefined ? test : test.skip;
