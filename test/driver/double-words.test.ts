// A dword x 2 that a lane loads or stores is one access of 64 bits, a dword x 4 that is aligned one of 128: another
// work-group never sees a part of one. Scans of several work-groups (decoupled look-back) publish a flag beside a value
// so. Tahiti accesses buffers with bounds, Fiji generic addresses, and Vega global ones. Local memory is left out: all
// wavefronts of a work-group run in one thread, which changes them between instructions only.
// ATOLL_LONG: ten times as many accesses, and machine code for each device.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';
import { compile, run } from '../cli/atoll.js';

const LONG = process.env['ATOLL_LONG'] !== undefined;
const DEVICES = ['tahiti', 'fiji', 'vega10'];
const KERNELS = ['pairs', 'quads'];

/** Each kernel of machine code takes a second of clang. */
const NATIVE = LONG ? [DEVICES, KERNELS] : [['tahiti'], ['quads']];

for (const [engine, turns, devices, kernels] of [
  ['interp', 10_000, DEVICES, KERNELS],
  ['wasm', 600_000, DEVICES, KERNELS],
  ['native', 300_000, ...NATIVE],
] as [string, number, string[], string[]][])
  test.serial(`${engine}: no work-group reads a part of a double or quadruple word`, async (t) => {
    const program = compile(t, readFileSync(join(root, 'test/driver/double-words-guest.cc'), 'utf8'));
    const { stdout, stderr } = await run(
      [program, String(LONG ? 10 * turns : turns), ...kernels],
      ['--workers', '2', '--engine', engine, '--devices', devices.join(',')],
    );
    const torn = kernels.map((kernel) => `${kernel} 0`).join(' ');
    const lines = devices.map((device) => `${device[0]!.toUpperCase()}${device.slice(1)}: ${torn}`);
    t.deepEqual(String(stdout).split('\n'), lines, String(stderr));
  });
