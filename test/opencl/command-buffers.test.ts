// Command buffers as graphs: what is measured of them, and races of commands that nothing orders.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Finding } from '../../src/check/finding.js';
import { readMeasurements } from '../../src/dataflow/measured/read-measurements.js';
import { root } from '../../src/util/paths.js';
import { atoll, run, scratchFolder } from '../cli/atoll.js';

function compile(t: ExecutionContext, name: string): { readonly program: string; readonly folder: string } {
  const folder = scratchFolder(t);
  const program = join(folder, name);
  execFileSync('g++', ['-std=c++17', '-O1', join(root, 'test/opencl', `${name}.cc`), '-o', program, '-lOpenCL']);
  return { program, folder };
}

test('a command buffer is measured as a graph: its commands, their order, and the memory between them', async (t) => {
  const { program, folder } = compile(t, 'command-graph');
  const graphs = join(folder, 'graphs');
  mkdirSync(graphs);
  const { exitCode, stderr } = await run([program], [], { env: { ATOLL_GRAPHS: graphs } });
  t.is(exitCode, 0, String(stderr));
  const measured = readMeasurements(graphs);
  t.deepEqual(measured.problems, []);
  t.is(measured.graphs.length, 1);
  const [graph] = measured.graphs;
  t.like(graph, { origin: 'command-buffer', name: 'command buffer 1', executions: 3 });
  t.deepEqual(
    graph!.nodes.map(({ name, kind, unit, kernel, executions }) => [name, kind, unit, kernel, executions]),
    [
      ['fill of a buffer', 'copy', 'cpu', '', 3],
      ['add', 'leaf', 'gpu', 'add', 3],
      ['twice', 'leaf', 'gpu', 'twice', 3],
    ],
  );
  t.true(graph!.nodes.every(({ busyNs, spans }) => busyNs > 0 && spans.length === 3));
  t.deepEqual(
    graph!.edges.map(({ source, destination, kind, transfers, bytes }) => [
      source,
      destination,
      kind,
      transfers,
      bytes,
    ]),
    [
      [0, 1, 'order', 3, 0],
      [0, 1, 'memory', 3, 768],
      [1, 2, 'order', 3, 0],
      [1, 2, 'memory', 3, 768],
    ],
  );
});

test('a race of two recorded kernels is found, and none where a sync point orders them', async (t) => {
  const { program, folder } = compile(t, 'command-graph');
  const check = async (which: string): Promise<readonly Finding[]> => {
    const json = join(folder, `${which}.json`);
    const { stderr } = await atoll(['check', '--json', json, '--', program, which]);
    const { findings } = JSON.parse(readFileSync(json, 'utf8')) as { findings: Finding[] };
    t.truthy(findings, String(stderr));
    return findings;
  };
  t.deepEqual(await check('ordered'), []);
  const [race, ...others] = await check('unordered');
  t.like(race, { kernel: 'twice', kind: 'race' });
  t.regex(race!.message, /unordered with the write at .* by kernel add, launched by clCommandNDRangeKernelKHR call 1/);
  t.deepEqual(others, []);
});
