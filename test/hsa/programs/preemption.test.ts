// Queues that are suspended while their kernel runs, by requests of /dev/kfd beside the HSA runtime.

import { run, scratchFolder } from '../../cli/atoll.js';
import { drmHeader } from '../../driver/kfd/rocm.js';
import { runtimeTest } from '../runtime.js';
import { brig, build } from './hsa-program.js';

const [EBUSY, EINVAL] = [16, 22];

const WAVES = 'number of wavefronts: right; header and area agree, pc in the kernel, EXEC full, ids found, SGPRs found';

/** Lines of a program whose queue can be suspended. @param waves of each request for the state of wavefronts */
const lines = (waves: string): string[] => [
  `active: ${EINVAL}`,
  'suspended: 0',
  ...Array.from({ length: 3 }, () => [
    'suspended again: 0',
    'other queue: 0 wrong',
    'stands still: yes',
    waves,
    'active again: 0',
  ]).flat(),
  'idle: 0',
  'active again: 0',
  'results: 0 wrong',
  'suspended: 0',
  'other queue: 0 wrong',
  `unknown queue: ${EINVAL}`,
];

for (const [device, workers, groups, waves] of [
  ['vega10', 1, 2, WAVES],
  ['vega10', 2, 8, WAVES],
  ['vega20', 2, 1, WAVES],
  // The layout of its control stack is not published.
  ['fiji', 2, 8, `wave state: ${EINVAL}`],
] as const)
  runtimeTest(`a queue is preempted on ${device} with ${workers} threads and ${groups} work-groups`, async (t) => {
    const folder = scratchFolder(t);
    drmHeader(folder);
    const argv = [build(folder, 'preemption', ['-rdynamic', '-I', folder]), brig(folder, 'preemption'), String(groups)];
    const { stdout, stderr, exitCode } = await run(argv, ['--device', device, '--workers', String(workers)]);
    t.deepEqual(String(stdout).split('\n'), lines(waves), String(stderr));
    const changes = String(stderr).match(/its saved wavefronts were changed, which has no effect/g) ?? [];
    t.is(changes.length, waves === WAVES ? 1 : 0, String(stderr));
    t.is(exitCode, 0);
  });

runtimeTest('three queues whose kernels have begun are suspended, and no more', async (t) => {
  const folder = scratchFolder(t);
  drmHeader(folder);
  const argv = [build(folder, 'preemption', ['-rdynamic', '-I', folder]), brig(folder, 'preemption'), '0'];
  const { stdout, stderr, exitCode } = await run(argv, ['--device', 'fiji', '--verbose']);
  t.deepEqual(String(stdout).split('\n'), [
    ...[0, 1, 2].map((queue) => `queue ${queue} suspended: 0`),
    `queue 3 suspended: ${EBUSY}`,
    'results: 0 wrong',
    'active again: 0',
    'results: 0 wrong',
    'other queue: 0 wrong',
  ]);
  t.regex(String(stderr), /cannot be suspended: 3 queues whose kernels have begun are suspended/);
  t.is(exitCode, 0);
});

runtimeTest('a queue whose kernel is observed is not preempted', async (t) => {
  const folder = scratchFolder(t);
  drmHeader(folder);
  const argv = [build(folder, 'preemption', ['-rdynamic', '-I', folder]), brig(folder, 'preemption'), '1'];
  const flags = ['--device', 'vega10', '--verbose', '--stats=all'];
  const { stdout, stderr, exitCode } = await run(argv, flags);
  t.deepEqual(String(stdout).split('\n').slice(0, 4), [
    `active: ${EINVAL}`,
    `suspended: ${EBUSY}`,
    'idle: 0',
    'active again: 0',
  ]);
  t.regex(String(stderr), /queue \d+ cannot be suspended: kernels are observed/);
  t.is(exitCode, 0);
});
