// Merged nodes: the same results in fewer launches, and refusals with their reasons.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { root } from '../../src/util/paths.js';
import { atoll, HANG_MS, run, scratchFolder } from '../cli/atoll.js';
import { poclCache } from '../pocl.js';
import { compiled, PROGRAMS } from './compiled.js';

const REFUSED = join(root, 'test/hpvm/refused_fusions.c');

const FORMS: readonly (readonly [name: string, options: readonly string[], kernels: readonly string[]])[] = [
  ['separate', [], ['reversed_leaf', 'rotated_leaf', 'square', 'sum', 'twice']],
  ['annotated', ['-DFUSE=1'], ['reversed_leaf_rotated_leaf', 'sum', 'twice_square']],
  [
    'by options',
    ['--fuse', 'twice,square', '--fuse', 'reversed_group,rotated_group'],
    ['reversed_leaf_rotated_leaf', 'sum', 'twice_square'],
  ],
  ['all', ['-DFUSE=2'], ['reversed_leaf_rotated_leaf', 'twice_square_sum']],
];

test('merged nodes have the results of separate ones, on the GPU, the CPU and pocl', async (t) => {
  const cycles = new Map<string, number>();
  const report = join(scratchFolder(t), 'r.json');
  for (const [name, options, kernels] of FORMS) {
    const program = await compiled(t, 'fusion.c', options);
    const simulated = await run([program, '4096'], ['--timing', '--report-json', report]);
    t.is(String(simulated.stdout), '0 wrong of 4096', `${name} ${simulated.stderr}`);
    const launches = JSON.parse(readFileSync(report, 'utf8')).launches as {
      kernel: string;
      simulatedSeconds: number;
    }[];
    t.deepEqual(launches.map(({ kernel }) => kernel).sort(), kernels, name);
    for (const { kernel, simulatedSeconds } of launches) cycles.set(`${name} ${kernel}`, simulatedSeconds);
    for (const env of [{ ATOLL_HPVM_MAP: '*:cpu' }, poclCache('hpvm')]) {
      const { stdout, stderr } = await execa(program, ['1024'], { reject: false, timeout: HANG_MS, env });
      t.is(stdout, '0 wrong of 1024', `${name} ${stderr}`);
    }
  }
  const time = (name: string, ...kernels: string[]): number =>
    kernels.reduce((sum, kernel) => sum + (cycles.get(`${name} ${kernel}`) ?? Number.NaN), 0);
  // Simulated time, which does not depend on this machine.
  t.true(time('annotated', 'twice_square') < 0.9 * time('separate', 'twice', 'square'));
  t.true(time('annotated', 'reversed_leaf_rotated_leaf') < 0.9 * time('separate', 'reversed_leaf', 'rotated_leaf'));
});

test('values of one-to-one edges stay within an instance only in merged nodes', async (t) => {
  const options = ['-DFUSE=2', join(PROGRAMS, 'fusion.c'), '-o', join(scratchFolder(t), 'p')];
  const { stdout } = await atoll(['hpvm', 'graph', '--json', join(PROGRAMS, 'fusion.c'), '--', '-DFUSE=2']);
  const [{ root: graph }] = JSON.parse(String(stdout)).graphs;
  t.deepEqual(
    graph.children.map((node: { name: string; outputs: unknown[] }) => [node.name, node.outputs.length]),
    [['twice+square+sum', 5]],
  );
  t.is(graph.children[0].inputs.length, 13);
  const separate = await atoll(['hpvm', 'cc', '-DSEPARATE', ...options]);
  t.is(separate.exitCode, 1);
  t.regex(String(separate.stderr), /one-to-one edges .* unless the nodes are merged \(__hpvm__fuse\)/);
});

test('merges are refused with the reason and the line', async (t) => {
  const { exitCode, stderr } = await atoll(['hpvm', 'graph', REFUSED]);
  t.is(exitCode, 1);
  const expected: Readonly<Record<string, RegExp>> = {
    replicated_edge:
      /:\d+:3: error: .*first and second are not merged: an edge between them is all-to-all: an instance of second/,
    node_between: /:\d+:\d+: error: .*second is between them: it needs one, and the other needs it/,
    different_instances: /:\d+:\d+: error: .*their instances are not known to be the same: \[n\] and \[m\]/,
    different_targets: /:\d+: error: .*their targets differ: gpu and cpu/,
    same_memory: /:\d+:\d+: error: .*both use the memory of b, which one of them writes/,
    different_leaves:
      /:\d+:\d+: error: .*the instances of first and second are not known to be the same: \[n\] and \[m\]/,
    two_leaves: /:\d+: error: .*pair_group does not contain exactly one leaf besides allocations/,
    connected_groups: /:\d+:\d+: error: .*an edge connects them: its value is complete only after all instances/,
    leaf_and_group: /:\d+:\d+: error: .*merged nodes are leaves, or nodes with one leaf each/,
    not_inlined: /:\d+: error: .*kept has an attribute about inlining/,
  };
  const lines = String(stderr).trim().split('\n');
  t.is(lines.length, Object.keys(expected).length, String(stderr));
  for (const [name, message] of Object.entries(expected))
    t.true(
      lines.some((line) => line.includes(`error: ${name}: `) && message.test(line)),
      `${name}\n${stderr}`,
    );
  const unknown = await atoll(['hpvm', 'graph', '--fuse', 'twice,nothing', join(PROGRAMS, 'fusion.c')]);
  t.is(unknown.exitCode, 1);
  t.regex(String(unknown.stderr), /no node has children of the names twice and nothing/);
});
