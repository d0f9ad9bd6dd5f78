// Agent-dispatch packets of kernels, which the host serves.

import { run, scratchFolder } from '../../cli/atoll.js';
import { runtimeTest } from '../runtime.js';
import { brig, build } from './hsa-program.js';

/** The ring of the second has room for four packets: work-groups wait until the host has read some. */
const LINES = ['work-items: 64 packets, 0 wrong, 0 results wrong', 'work-groups: 48 packets, 0 wrong, 0 results wrong'];

for (const device of ['fiji', 'vega10'])
  runtimeTest(`a thread of the host serves kernels on ${device}`, async (t) => {
    const folder = scratchFolder(t);
    const argv = [build(folder, 'agent-dispatch'), brig(folder, 'agent-dispatch')];
    const { stdout, stderr, exitCode } = await run(argv, ['--device', device]);
    t.deepEqual(String(stdout).split('\n'), LINES, String(stderr));
    t.is(exitCode, 0);
  });
