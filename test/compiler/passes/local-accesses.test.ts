// Functions with many accesses to local memory: LLVM does not merge the instructions that set M0 before each, which
// takes minutes.

import test from 'ava';
import { readModule } from '../../../src/compiler/ir/read.js';
import { hasManyLocalAccesses } from '../../../src/compiler/passes/local-accesses.js';
import type { BuildResult } from '../../../src/compiler/request/build-request.js';
import { bytes, newFrontEnd, scriptedClang, temporaryFolder } from '../setup.js';

const ACCESS = '  %v = load i64, ptr addrspace(3) %p, align 8';
const OTHER = '  %w = load i64, ptr addrspace(1) %q, align 8';

const functionOf = (accesses: number, others: number): string =>
  ['define void @f() {', ...Array(accesses).fill(ACCESS), ...Array(others).fill(OTHER), '}', ''].join('\n');

const hasMany = (text: string): boolean => hasManyLocalAccesses(readModule(text));

test('functions whose accesses are too many to compare all pairs', (t) => {
  t.true(hasMany(functionOf(1300, 12_000)));
  t.true(hasMany(functionOf(2500, 0)));
  t.false(hasMany(functionOf(500, 12_000)));
  t.false(hasMany(functionOf(0, 100_000)));
  t.false(hasMany(functionOf(700, 700) + functionOf(700, 700) + functionOf(700, 700)));
});

/** A kernel with reads of a table in one block. */
const kernelWith = (reads: number): string => `
  #define READ a = (a ^ table[a & 63]) + 0x9e3779b9u;
  __kernel void k(__global uint *o, __global const uint *x) {
    __local uint table[64];
    table[get_local_id(0) & 63] = x[get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint a = get_global_id(0);
    ${'READ '.repeat(reads)}
    o[get_global_id(0)] = a;
  }`;

test('their code is generated without the merge, that of others with it', async (t) => {
  const clang = scriptedClang(
    temporaryFolder(t),
    'case "$*" in *-amdgpu-enable-merge-m0=0*) echo "error: unmerged" >&2; exit 1;; esac',
  );
  const frontEnd = newFrontEnd({ clang });
  t.teardown(() => frontEnd.dispose());
  const build = (reads: number): Promise<BuildResult> =>
    frontEnd.build({ kind: 'build', source: bytes(kernelWith(reads)), options: '', device: 'tahiti' });
  t.is((await build(100)).status, 'success');
  t.is((await build(1200)).log, 'error: unmerged\n');
});
