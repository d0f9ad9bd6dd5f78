// `npm run demo`: set everything up, then run an OpenCL program that was never made for us under simulation and let it
// verify itself.

import { spawnSync } from 'node:child_process';
import { bootstrap, buildBenchmarks } from './bootstrap.mjs';
import { pinnedNode } from './node.mjs';
import { ensurePackages, FOR_DEMO } from './packages.mjs';
import { main, root, say } from './steps.mjs';

await main(() => {
  ensurePackages(FOR_DEMO);
  bootstrap();
  buildBenchmarks(['VectorAdd', 'MatrixMultiplication', 'Reduction']);
  const guest = ['build/benchmarks/MatrixMultiplication', '-verify'];
  say(`atoll run --summary -- ${guest.join(' ')}`);
  const { status } = spawnSync(pinnedNode(), ['dist/src/cli/main.js', 'run', '--summary', '--', ...guest], {
    cwd: root,
    stdio: 'inherit',
  });
  return status ?? 1;
});
