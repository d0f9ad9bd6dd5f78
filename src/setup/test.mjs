// `npm test`: set everything up, then lint and run every test. `--long` runs the campaigns too, `--rocm` installs what
// programs for ROCm need, whose tests run where it is. `--unit` runs the fast tests alone, which need no packages of
// the system. Other arguments go to ava.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, buildBenchmarks } from './bootstrap.mjs';
import { ava } from './node.mjs';
import { ensurePackages, FOR_ROCM, FOR_TESTS } from './packages.mjs';
import { command, main, root, say } from './steps.mjs';
import { unitTests } from './unit-tests.mjs';

await main(() => {
  if (process.argv.includes('--unit')) {
    bootstrap();
    const rest = process.argv.slice(2).filter((argument) => argument !== '--unit');
    return spawnSync(...ava([...unitTests(), ...rest]), { cwd: root, stdio: 'inherit' }).status ?? 1;
  }
  const long = process.argv.includes('--long');
  const rocm = process.argv.includes('--rocm');
  const rest = process.argv.slice(2).filter((argument) => !['--long', '--rocm'].includes(argument));
  ensurePackages(rocm ? [...FOR_TESTS, ...FOR_ROCM] : FOR_TESTS);
  bootstrap();
  buildBenchmarks();
  say('lint and format');
  command(join(root, 'node_modules', '.bin', 'biome'), ['ci', '.']);
  say(long ? 'running every test and campaign' : 'running every test');
  const { status } = spawnSync(...ava(rest), {
    cwd: root,
    stdio: 'inherit',
    // A count that is given already stays.
    env: {
      ...(long ? { ATOLL_CAMPAIGN: '50', ...process.env, ATOLL_LONG: '1' } : process.env),
      ...(rocm ? { ATOLL_ROCM: '1' } : {}),
    },
  });
  return status ?? 1;
});
