// Work-groups of up to 1,024 work-items: by the chip or by --max-work-group-size, on every engine, checked and timed.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { root } from '../../src/util/paths.js';
import { atoll, run } from '../cli/atoll.js';

const FOLDER = join(root, 'build', 'test-opencl');
const PROGRAM = join(FOLDER, 'work-groups');

test.before(async () => {
  mkdirSync(FOLDER, { recursive: true });
  const source = join(root, 'test', 'opencl', 'work-groups.cc');
  await execa('g++', ['-std=c++17', '-O1', source, '-o', PROGRAM, '-lOpenCL']);
});

const LARGE = ['--max-work-group-size', '1024'];
const ROWS: readonly (readonly [largest: number, ...options: string[]])[] = [
  [256],
  [64, '--max-work-group-size', '64'],
  [512, '--max-work-group-size', '512'],
  [1024, ...LARGE],
  [1024, ...LARGE, '--engine', 'interp'],
  [1024, ...LARGE, '--workers', '1'],
  [1024, '--device', 'vega20'],
  [1024, '--device', 'fiji', '--lockstep', 'jit,interp'],
  [1024, '--device', 'vega20', '--timing'],
];

/** clang makes machine code of the kernels first. */
const SLOW: typeof ROWS = process.env['ATOLL_LONG'] ? [[1024, ...LARGE, '--engine', 'native']] : [];

for (const [largest, ...options] of [...ROWS, ...SLOW]) {
  test.serial(`up to ${largest} work-items: ${options.join(' ') || 'by default'}`, async (t) => {
    const { exitCode, stdout, stderr } = await run([PROGRAM, String(largest)], options);
    const wrong = String(stdout)
      .split('\n')
      .filter((line) => !/^(ok|fact|local size) /.test(line));
    t.deepEqual(wrong, ['all passed'], String(stderr));
    t.is(exitCode, 0);
    if (options.includes('--timing')) t.regex(String(stderr), /reverse: [\d,]+ cycles/);
  });
}

test.serial('on pocl, which has work-groups of its own sizes', async (t) => {
  const { exitCode, stdout } = await execa(PROGRAM, [], { reject: false });
  t.is(exitCode, 0, stdout);
});

test.serial('atoll check finds nothing in work-groups of 16 wavefronts', async (t) => {
  const { exitCode, stderr } = await atoll(['check', ...LARGE, '--', PROGRAM, '1024']);
  t.regex(String(stderr), /nothing found/);
  t.is(exitCode, 0);
});

test.serial('sizes that no compute unit takes are refused', async (t) => {
  for (const size of ['100', '2048', '0']) {
    const { exitCode, stderr } = await run([PROGRAM], ['--max-work-group-size', size]);
    t.is(exitCode, 64);
    t.regex(String(stderr), new RegExp(`^atoll: --max-work-group-size.*\\b${size}\\b`));
  }
});
