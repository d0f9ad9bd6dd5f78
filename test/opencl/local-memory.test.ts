// How much local memory a work-group has: 32 KiB on Southern Islands, 64 KiB on later chips, on every engine.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { ENGINE_NAMES } from '../../src/config/engine-names.js';
import { root } from '../../src/util/paths.js';
import { run, scratchFolder } from '../cli/atoll.js';

const CL_OUT_OF_RESOURCES = -5;
const LATER = ['Fiji', 'Vega10'].flatMap((name) =>
  ['array', 'argument'].flatMap((how) => [40_960, 65_536, 65_536].map((bytes) => `${name} ${bytes} ${how}: right`)),
);
/** clang's message about an array that is too large, in every version. */
const withoutWording = (text: string): string => text.replaceAll(/build .*\blocal memory\b.*\b32768\b.*/g, 'refused');
const FIRST = [
  'Tahiti 40960 array: refused',
  'Tahiti 32768 array: right',
  'Tahiti 65536 array: refused',
  `Tahiti 40960 argument: launch ${CL_OUT_OF_RESOURCES}`,
  'Tahiti 32768 argument: right',
  `Tahiti 65536 argument: launch ${CL_OUT_OF_RESOURCES}`,
];

test('work-groups have the local memory that the chip offers, and no more', async (t) => {
  const program = join(scratchFolder(t), 'local-memory');
  execFileSync('g++', ['-std=c++17', join(root, 'test/opencl/local-memory.cc'), '-o', program, '-lOpenCL']);
  for (const engine of ENGINE_NAMES) {
    const options = ['--devices', 'tahiti,fiji,vega10', '--engine', engine];
    const { stdout, stderr } = await run([program], options);
    t.deepEqual(
      withoutWording(String(stdout)).trimEnd().split('\n'),
      [...FIRST, ...LATER],
      `${engine}: ${String(stderr)}`,
    );
  }
});
