// libdrm, where it is installed, has its own device for each render node.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { chipById } from '../../../src/chips/chips.js';
import { root } from '../../../src/util/paths.js';
import { run, scratchFolder } from '../../cli/atoll.js';

const installed = existsSync('/usr/lib/x86_64-linux-gnu/libdrm_amdgpu.so.1') ? test : test.skip;

installed('libdrm distinguishes the GPUs of several render nodes, by both back ends', async (t) => {
  const program = join(scratchFolder(t), 'drm-nodes');
  execFileSync('cc', ['-o', program, join(root, 'test/driver/kfd/drm-nodes.c'), '-ldl']);
  const chips = ['vega10', 'vega20', 'fiji'];
  const nodes = chips.map((_, n) => `/dev/dri/renderD${128 + n}`);
  const lines = chips.map((chip, n) => `${nodes[n]}: 0x${chipById(chip)!.pciDevice.toString(16)}`);
  for (const backend of ['notify', 'trace']) {
    const argv = [program, ...nodes];
    const { stdout, stderr } = await run(argv, ['--devices', chips.join(','), '--backend', backend]);
    t.deepEqual(String(stdout).trim().split('\n'), lines, String(stderr));
  }
});
