// The distribution's rocminfo finds the simulated GPUs.

import test, { type ExecutionContext } from 'ava';
import { run } from '../../cli/atoll.js';
import { CHIPS, hasRocminfo, OTHER_CHIPS, transcript } from './rocm.js';

/** Tests of the distribution's program, where it is. */
const installed: (title: string, body: (t: ExecutionContext) => Promise<void>) => void = hasRocminfo ? test : () => {};

/** rocminfo's part on the GPU; it is preceded by the machine's processor. */
const gpuOf = (text: string): string => text.slice(text.indexOf('Agent 2')).replaceAll(/ +$/gm, '').trimEnd();

/** Names of instruction sets that agents have. */
const agents = (text: string): string[] => [...text.matchAll(/amdgcn-amd-amdhsa--(gfx\w+)/g)].map(([, name]) => name!);

for (const [device, chip] of Object.entries({ ...CHIPS, ...OTHER_CHIPS }))
  installed(`rocminfo lists ${device}`, async (t) => {
    const { stdout, stderr, exitCode } = await run(['rocminfo'], ['--device', device]);
    t.is(exitCode, 0, String(stderr));
    t.deepEqual(agents(String(stdout)), [chip]);
    t.regex(String(stdout), /Marketing Name: +AMD (Radeon|Instinct)/);
    t.is(String(stderr), '');
    if (device === 'vega10') t.is(gpuOf(String(stdout)), gpuOf(transcript('atoll run --device vega10 -- rocminfo')));
  });

installed('rocminfo lists several, by the trace back end too', async (t) => {
  for (const backend of ['notify', 'trace']) {
    const { stdout, exitCode } = await run(['rocminfo'], ['--devices', 'vega10,tahiti,vega20', '--backend', backend]);
    t.is(exitCode, 0);
    t.deepEqual(agents(String(stdout)), ['gfx900', 'gfx906']);
  }
});

installed('the list of agents that hipcc requests is found where sysfs has it by class', async (t) => {
  const { stdout, stderr, exitCode } = await run(['rocm_agent_enumerator'], ['--devices', 'vega10,fiji']);
  t.is(String(stdout), 'gfx000\ngfx900\ngfx803', String(stderr));
  t.is(exitCode, 0);
});

const OPENS =
  'exec 3<>/dev/kfd 4<>/dev/dri/renderD128 && grep amdgpu /proc/modules && cat /sys/module/amdgpu/initstate';

test('the driver is there with such a chip, and only then', async (t) => {
  const there = await run(['sh', '-c', OPENS], ['--device', 'vega10']);
  t.is(there.exitCode, 0, String(there.stderr));
  t.regex(String(there.stdout), /^amdgpu .*Live.*\nlive$/);
  // Machines with such a GPU have the driver themselves.
  const other = await run(
    ['sh', '-c', 'cat /sys/devices/virtual/kfd/kfd/topology/nodes/1/name'],
    ['--device', 'tahiti'],
  );
  t.not(String(other.stdout), 'vega10');
});

test('memory pools of HIP 7 do not reserve addresses, unless the user requests it', async (t) => {
  const value = async (env: Record<string, string>): Promise<string> => {
    const { stdout } = await run(['sh', '-c', 'echo $DEBUG_HIP_MEM_POOL_VMHEAP'], ['--device', 'vega10'], { env });
    return String(stdout).trim();
  };
  t.is(await value({}), '0');
  t.is(await value({ DEBUG_HIP_MEM_POOL_VMHEAP: '1' }), '1');
});
