// Kernels that some version of clang compiled wrongly or not at all, executed: the same numbers as on pocl.
// With ATOLL_CLANG another compiler than the default one is tested, like the rest of this folder.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { root } from '../../src/util/paths.js';
import { HANG_MS, run } from '../cli/atoll.js';
import { ownPoclCache } from '../pocl.js';

ownPoclCache('executed');

const SOURCES = join(root, 'test', 'compiler', 'executed');
const BINARIES = join(root, 'build', 'test-compiler');
const PROGRAM = join(BINARIES, 'execute');
const CLANG = process.env['ATOLL_CLANG'] ? ['--clang', process.env['ATOLL_CLANG']] : [];

/** Kernels, with the options that pocl does not support, and the chip where it is not the default one. */
const KERNELS: readonly (readonly [name: string, options: string, device?: string])[] = [
  ['loop-condition', ''],
  ['reduction', ''],
  ['initialisers', ''],
  ['extremes', ''],
  ['negated-constants', ''],
  ['unsigned-divisions', ''],
  ['narrow-divisions', ''],
  ['carries', ''],
  ['quotient-in-loop', ''],
  ['registers', ''],
  ['inline', ''],
  ['units', ''],
  ['powers', ''],
  ['shuffles', ''],
  ['saturated', ''],
  ['exponents', ''],
  ['zeros', ''],
  ['smallest', ''],
  ['smallest-units', ''],
  ['products-with-zero', ''],
  ['known-arguments', ''],
  ['negated-vectors', ''],
  ['unions', ''],
  ['joins', ''],
  ['private-joins', ''],
  ['long-branches', ''],
  ['switches', ''],
  ['loop-results', ''],
  ['turns', ''],
  ['own-extremes', ''],
  ['private-indices', ''],
  ['six-bytes', '-cl-opt-disable'],
  ['dot-products', '', 'vega20'],
  ['ballots', ''],
  ['classes', '-x clc++'],
];

test.before(async () => {
  mkdirSync(BINARIES, { recursive: true });
  await execa('g++', ['-std=c++17', '-O1', join(SOURCES, 'execute.cc'), '-o', PROGRAM, '-lOpenCL']);
});

for (const [name, options, device = 'tahiti'] of KERNELS) {
  test.serial(`${name}: as on pocl`, async (t) => {
    const source = join(SOURCES, `${name}.cl`);
    const expected = await execa(PROGRAM, [source], { timeout: HANG_MS });
    const { stdout, stderr } = await run([PROGRAM, source, options], [...CLANG, '--device', device, '--no-cache']);
    t.is(String(expected.stdout).split('\n').length, 128);
    t.is(String(stdout), String(expected.stdout), String(stderr));
  });
}
