// A chip is one record: one that only this test adds is taken by options, compiled for, executed, timed and listed.

import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { root } from '../../src/util/paths.js';
import { compile, HANG_MS, kernelProgram } from '../cli/atoll.js';

const RECORD = join(root, 'dist/test/chips/polaris12.js');
const MAIN = join(root, 'dist/src/cli/main.js');

/** Bundles have their own list of chips: commands come from the modules here. */
const withChip = (...args: readonly string[]) =>
  execa(process.execPath, ['--import', RECORD, MAIN, ...args], {
    reject: false,
    timeout: HANG_MS,
    env: { ATOLL_BUNDLE: '0' },
  });

const TOPOLOGY = '/sys/devices/virtual/kfd/kfd/topology/nodes/1/properties';
const KERNEL = 'kernel void k(global int* out) { out[get_global_id(0)] = get_global_id(0) * 3 + 4; }';

test('a program finds the chip, and its kernels run on it', async (t) => {
  const program = compile(t, kernelProgram(KERNEL));
  for (const how of [['--lockstep', 'jit,interp'], ['--timing']]) {
    const { exitCode, stdout, stderr } = await withChip('run', '--device', 'RX 550', ...how, '--', program);
    t.is(exitCode, 0, stderr);
    t.regex(stdout, /^build 0$/m);
    t.regex(stdout, /^read 0 value 7$/m);
    if (how.includes('--timing')) t.regex(stderr, /k: [\d,]+ cycles/);
  }
});

test('topology, timing model and assembler have it', async (t) => {
  const list = await withChip('run', '--device', 'polaris12', '--', 'cat', TOPOLOGY);
  t.regex(list.stdout, /^simd_count 32$/m, list.stderr);
  t.regex(list.stdout, /^gfx_target_version 80003$/m);
  t.regex((await withChip('chip', 'polaris12')).stdout, /^AMD Radeon R9 Fury/);
  t.regex((await withChip('isa', '--gpu', 'lexa', 's_add_u32')).stdout, /s_add_u32/);
});

test('a name that it shares with another chip is answered with both', async (t) => {
  const { exitCode, stderr } = await withChip('run', '--device', 'gfx803', '--', 'true');
  t.is(exitCode, 64);
  t.regex(stderr, /gfx803 is fiji \(.*\) or polaris12 \(AMD Radeon RX 550\) here: --device fiji/);
});
