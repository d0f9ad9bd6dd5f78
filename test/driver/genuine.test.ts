// Genuine programs and images, which are not ours to ship. ATOLL_M2S_BINARIES names a folder with the files of the
// repository Multi2Sim/m2s-bench-amdsdk-2.5 (NAME/NAME, NAME/NAME_Kernels.bin, NAME/data); without it, only the table
// is checked.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';
import { atoll, run, scratchFolder } from '../cli/atoll.js';
import { CHECKED, PROGRAMS, RACES, unpack } from './genuine-programs.js';

const BINARIES = process.env['ATOLL_M2S_BINARIES'];
const LIMIT_MS = 900_000;

test('the table has a verdict for each of the 32 programs', (t) => {
  t.is(Object.keys(PROGRAMS).length, 32);
  for (const [name, { output, signal }] of Object.entries(PROGRAMS)) t.false(!!output && !!signal, name);
});

if (BINARIES !== undefined) {
  for (const [name, program] of Object.entries(PROGRAMS)) {
    test.serial(`${name} has the expected output`, async (t) => {
      t.timeout(LIMIT_MS);
      const folder = scratchFolder(t);
      const argv = [unpack(join(BINARIES, name), folder, name, program), '--load', `${name}_Kernels.bin`, '-e', '-q'];
      const options = { cwd: folder, timeout: LIMIT_MS, env: program.env ?? {} };
      const { stdout, stderr, signal } = await run([...argv, ...(program.flags ?? [])], ['--verbose'], options);
      t.is(signal, program.signal, String(stderr));
      if (!program.signal) t.regex(String(stdout) + String(stderr), program.output ?? /Passed!/);
      t.notRegex(String(stdout), /Failed/);
    });
  }

  for (const [name, program] of CHECKED) {
    const findings = RACES[name] ?? /^atoll: nothing found$/m;
    test.serial(`${name}: atoll check prints ${findings.source}`, async (t) => {
      t.timeout(LIMIT_MS);
      const folder = scratchFolder(t);
      const argv = [unpack(join(BINARIES, name), folder, name, program), '--load', `${name}_Kernels.bin`, '-e', '-q'];
      const options = { cwd: folder, timeout: LIMIT_MS, env: program.env ?? {} };
      const { stdout, stderr, exitCode } = await atoll(['check', '--', ...argv, ...(program.flags ?? [])], options);
      t.is(exitCode, name in RACES ? 1 : 0, String(stderr));
      t.regex(String(stderr), findings);
      t.regex(String(stdout), /Passed!/);
    });
  }

  test.serial(
    'every image loads through clCreateProgramWithBinary, with its kernels and their arguments',
    async (t) => {
      const guest = join(scratchFolder(t), 'guest');
      const source = join(root, 'test/driver/catalyst-guest.cc');
      execFileSync('g++', ['-std=c++17', '-O1', source, '-o', guest, '-lOpenCL']);
      for (const name of readdirSync(BINARIES).filter((entry) => entry in PROGRAMS)) {
        const file = join(BINARIES, name, `${name}_Kernels.bin`);
        const text = readFileSync(file, 'latin1');
        const { stdout, exitCode } = await run([guest, 'list', file]);
        t.is(exitCode, 0, name);
        const lines = String(stdout).split('\n');
        const counted = (pattern: RegExp): number => [...text.matchAll(pattern)].length;
        t.is(lines.filter((line) => / group \d/.test(line)).length, counted(/;ARGSTART:/g), name);
        t.is(lines.filter((line) => line.startsWith('  ')).length, counted(/;reflection:\d+:/g), name);
      }
      const copy = [guest, 'run', join(BINARIES, 'SimpleImage/SimpleImage_Kernels.bin'), 'image2dCopy', '2'];
      const { stdout } = await run([...copy, '0,0', '8,8', '8,8']);
      const texels = Array.from({ length: 64 }, (_, i) => [i % 8, Math.floor(i / 8), 0, 0]).flat();
      t.is(stdout, `output ${[...new Uint32Array(Float32Array.from(texels).buffer)].join(' ')}`);
    },
  );
}
