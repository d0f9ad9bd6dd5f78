// Results in which pocl contradicts itself are no failures; results of Atoll that differ from both of pocl's ways are.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { updateBundle } from '../cli/atoll.js';
import { type Edited, runBatch } from './batch.js';
import { buildHost } from './host/build-host.js';
import type { Kernel } from './language/kernel.js';
import { NO_EDITS } from './language/tree.js';

const LAUNCH = { dimensions: 2, global: [2, 64, 1], local: [1, 64, 1], offset: [0, 0, 0] } as const;

const programOf = (lines: readonly string[]): Edited => {
  const kernel: Kernel = {
    ...{ name: 'k', statement: { parts: lines }, small: LAUNCH, large: LAUNCH, approximate: false },
    arguments: [{ kind: 'out', bytes: 1024, seed: 5, contents: 'bits' }],
  };
  return { program: { seed: 0, declarations: [], kernels: [kernel], cleaned: [] }, edits: NO_EDITS };
};

/** Work-items of the second group go round once: 5 numbers are taken for each pair. pocl 3.1 takes one more. */
const LOOP_BEHIND_BARRIER = programOf([
  'kernel void k(global uint *cells) { local ulong shared[256];',
  ' const uint lsize = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));',
  ' const uint lid = (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0));',
  ' ulong v = 0; { shared[lid] = 1; barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); v = shared[(lid * 3u + 4u) % lsize];',
  ' barrier(CLK_LOCAL_MEM_FENCE); }',
  ' { int i = 0; do { atomic_add(&cells[65], atomic_inc(&cells[64])); }',
  ' while (i++ < 3 && (((float)(1.0f) != (float)(1.0f)) || ((ulong)(1) != (ulong)get_group_id(0)))); } ulong digest = 0; }',
]);

/** pocl 3.1 ends the outer loop too early, also with its own code for each work-item. */
const LOOPS_BEFORE_BARRIER = programOf([
  'kernel void k(global uint *cells) { local uint shared[256];',
  ' const uint lid = (uint)get_local_id(1), at = (uint)get_global_id(0) * 64u + lid, factor = cells[255] | 1u;',
  ' uint v = cells[at]; int i = 0;',
  ' do { for (uint j = 0; j < (factor & 3u); ++j) v = cells[128u + (v & 63u)]; } while (i++ < 3 && (uchar)(100) >= convert_uchar(v));',
  ' uint w = 0; { for (uint i = lid; i < 16; i += (uint)get_local_size(1)) shared[i] = i * 105u;',
  ' barrier(CLK_LOCAL_MEM_FENCE); w = shared[1]; barrier(CLK_LOCAL_MEM_FENCE); } cells[at] = v; }',
]);

/** Unlike on every implementation. */
const ANOTHER_EACH = programOf([
  'kernel void k(global uint *cells) { cells[get_global_id(0)] = 1;',
  '\n#ifdef __AMDGCN__\n cells[0] = 7;\n#endif\n }',
]);

test.before(() => updateBundle());

test("a difference by pocl's loops alone is no failure, every other one is", async (t) => {
  const caches = mkdtempSync(join(tmpdir(), 'atoll-second-opinion-'));
  t.teardown(() => rmSync(caches, { recursive: true, force: true }));
  const settings = {
    ...{ engines: ['pocl', 'interp'], compilers: new Map<string, string>(), node: process.execPath, jobs: 2 },
    ...{ caches, host: buildHost(), hangSeconds: 600 },
  };
  const { failures } = await runBatch([LOOP_BEHIND_BARRIER, ANOTHER_EACH, LOOPS_BEFORE_BARRIER], settings);
  t.deepEqual(
    failures.map(({ program, engine, what }) => `${program} ${engine} ${what}`),
    ['1 interp wrong'],
  );
});
