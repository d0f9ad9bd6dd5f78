// Programs of SPIR-V in guests.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';
import { run, scratchFolder } from '../cli/atoll.js';
import { assembleFile } from './tools.js';

test('clCreateProgramWithIL: specialization constants, links with OpenCL C, queries, refusals', async (t) => {
  const folder = scratchFolder(t);
  const [program, module] = [join(folder, 'guest'), join(folder, 'special.spv')];
  execFileSync('g++', ['-std=c++17', '-O1', '-w', join(root, 'test/spirv/guest.cc'), '-o', program, '-lOpenCL']);
  writeFileSync(module, assembleFile('special.spvasm'));
  for (const device of ['tahiti', 'vega10']) {
    const { stdout, stderr, exitCode } = await run([program, module], ['--device', device]);
    t.regex(String(stdout), /\nall passed$/, `${device}: ${stdout}\n${stderr}`);
    t.is(exitCode, 0);
  }
});
