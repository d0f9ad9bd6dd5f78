// The runtime built with ThreadSanitizer and AddressSanitizer runs the multi-threaded programs without a report.
// A campaign for `npm run test:long`: ATOLL_LONG=1.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { root } from '../../src/paths.js';
import { run } from '../cli/atoll.js';

const PROGRAMS = ['stress', 'events', 'hostile'] as const;

for (const sanitizer of ['thread', 'address'] as const) {
  const build = join(root, 'build', `runtime-${sanitizer}`);
  const campaign = process.env['ATOLL_LONG'] ? test.serial : test.serial.skip;

  campaign(`${sanitizer} sanitizer`, async (t) => {
    t.timeout(600_000);
    const variables = [`BUILD=${build}`, `SANITIZE=${sanitizer}`, 'ARCHITECTURES=x86_64', 'OPTIMIZE=-O1 -g'];
    await execa('make', ['-C', join(root, 'runtime'), '-j2', ...variables]);
    mkdirSync(build, { recursive: true });
    for (const name of PROGRAMS) {
      const program = join(build, name);
      const source = join(root, 'test', 'opencl', `${name}.cc`);
      const libraries = [`-L${join(build, 'x86_64')}`, '-lOpenCL', '-lpthread'];
      await execa('g++', ['-std=c++17', '-O1', '-g', `-fsanitize=${sanitizer}`, source, '-o', program, ...libraries]);
      // The leak checker traces its own process, which the simulator does already. A fork of many threads is the test.
      const environment = [
        `LD_LIBRARY_PATH=${join(build, 'x86_64')}`,
        'ASAN_OPTIONS=detect_leaks=0',
        'TSAN_OPTIONS=die_after_fork=0',
        'COUNT=100',
      ];
      const { stdout, stderr, exitCode } = await run(['env', ...environment, program]);
      t.is(exitCode, 0, `${name}: ${stdout}\n${stderr}`);
      t.notRegex(String(stderr), /Sanitizer/, name);
    }
  });
}
