// `npm run demo:rocm`: set everything up, then list the simulated GPU with the distribution's rocminfo, build a HIP
// program with its compiler and run it.

import { spawnSync } from 'node:child_process';
import { bootstrap } from './bootstrap.mjs';
import { pinnedNode } from './node.mjs';
import { ensurePackages, FOR_DEMO } from './packages.mjs';
import { command, main, root, say } from './steps.mjs';

const PROGRAM = 'build/vector-add-hip';

/** @returns the exit status */
function simulate(...guest) {
  say(`atoll run --device vega10 -- ${guest.join(' ')}`);
  const argv = ['dist/src/cli/main.js', 'run', '--device', 'vega10', '--', ...guest];
  return spawnSync(pinnedNode(), argv, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

await main(() => {
  ensurePackages([...FOR_DEMO, 'rocminfo', 'hip']);
  bootstrap();
  // With a CUDA toolkit the compiler would select that.
  const env = { HIP_PLATFORM: 'amd' };
  command('hipcc', ['-O2', '--offload-arch=gfx900', 'test/hip/vector-add.hip', '-o', PROGRAM], { env });
  return simulate('rocminfo') || simulate(PROGRAM);
});
