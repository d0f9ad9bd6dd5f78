// Exploration of mappings: composed costs, replayed copies, the Pareto front.

import test from 'ava';
import { type CostedGraph, costedGraphs, type UnitRun } from '../../src/dataflow/explore/costs.js';
import {
  allMappings,
  countOfMappings,
  mappedLeaves,
  mappingCost,
  paretoFront,
} from '../../src/dataflow/explore/mappings.js';
import { movedBytes } from '../../src/dataflow/explore/moved-bytes.js';
import type { GraphMeasurement, NodeMeasurement, ObjectAccess } from '../../src/dataflow/measured/measurement.js';
import { explorationSvg, explorationTable } from '../../src/dataflow/print/exploration.js';

const leaf = (name: string, parent: number): NodeMeasurement => ({
  ...{ name, place: '', parent, kind: 'leaf', unit: 'cpu', units: ['cpu', 'gpu'], kernel: '' },
  ...{ executions: 2, busyNs: 0, cpuNs: 0, bytesIn: 0, bytesOut: 0, spans: [] },
});
const NODES: readonly NodeMeasurement[] = [
  { ...leaf('first_stage', -1), kind: 'internal', unit: '' },
  leaf('one', 0),
  leaf('two', 0),
  leaf('three', -1),
];
/** The program writes object 0; `one` reads it and writes 1, `two` reads 1 and writes 2, `three` reads 1 and 2. */
const ACCESSES: readonly ObjectAccess[] = [
  [-1, 0, 100, 'w'],
  [1, 0, 100, 'r'],
  [1, 1, 10, 'w'],
  [2, 1, 10, 'r'],
  [2, 2, 1, 'w'],
  [3, 1, 10, 'r'],
  [3, 2, 1, 'rw'],
  [-1, 2, 1, 'r'],
];
const graphOf = (isStreaming: boolean): GraphMeasurement => ({
  ...{ schema: 1, origin: 'hpvm', name: 'root', place: '', process: 1, isStreaming, executions: 2 },
  ...{ nodes: NODES, edges: [], accesses: ACCESSES },
});
const TIMES: Readonly<Record<string, readonly [cpu: number, gpu: number]>> = {
  one: [90, 10],
  two: [20, 30],
  three: [50, 5],
};

function costed(isStreaming: boolean): readonly CostedGraph[] {
  const graph = graphOf(isStreaming);
  const run = (unit: string, nodes: readonly NodeMeasurement[], column: 0 | 1): UnitRun => ({
    unit,
    graphs: [graph],
    nodesOf: () => nodes,
    costOf: (_, node) => {
      const ns = TIMES[nodes[node]?.name ?? '']?.[column];
      return ns === undefined ? undefined : { ns, cycles: column * ns * 2 };
    },
  });
  // The second run meets the nodes in another order.
  const [stage, one, two, three] = NODES as [NodeMeasurement, NodeMeasurement, NodeMeasurement, NodeMeasurement];
  const later = [three, stage, { ...two, parent: 1 }, { ...one, parent: 1 }];
  return costedGraphs([graph], [run('cpu', NODES, 0), run('gpu', later, 1)]);
}

test('copies: an object is copied where the other side has written, once for several readers', (t) => {
  const moved = (devices: readonly number[]) => movedBytes(ACCESSES, (node) => devices.includes(node));
  t.deepEqual(moved([]), { toDevice: 0, toHost: 0 });
  t.deepEqual(moved([1]), { toDevice: 110, toHost: 10 });
  t.deepEqual(moved([1, 2, 3]), { toDevice: 111, toHost: 1 });
  t.deepEqual(moved([2]), { toDevice: 11, toHost: 1 });
});

test('a graph that runs once takes the sum, a stream the time of its busiest GPU or stage', (t) => {
  const once = costed(false);
  const leaves = mappedLeaves(once);
  t.is(countOfMappings(leaves), 8);
  t.like(mappingCost(once, leaves, ['gpu', 'cpu', 'gpu']), { ns: 35, bottleneck: '', gpuCycles: 30, cpuNs: 20 });
  const stream = costed(true);
  t.like(mappingCost(stream, leaves, ['gpu', 'cpu', 'gpu']), { ns: 30, bottleneck: 'stage first_stage' });
  t.like(mappingCost(stream, leaves, ['gpu', 'gpu', 'gpu']), { ns: 45, bottleneck: 'gpu', cpuNs: 0 });
});

test('the front has no mapping that another one excels in time and bytes', (t) => {
  const graphs = costed(false);
  const leaves = mappedLeaves(graphs);
  const mappings = allMappings(graphs, leaves);
  const front = paretoFront(mappings);
  const moved = (n: number): number => (front[n]?.bytesToDevice ?? 0) + (front[n]?.bytesToHost ?? 0);
  t.deepEqual(
    front.map(({ ns }) => ns),
    [35, 45, 115, 160],
  );
  t.deepEqual(
    front.map((_, n) => moved(n)),
    [122, 112, 12, 0],
  );
  const result = { leaves, mappings, front };
  t.is(explorationTable(result, true).trim().split('\n').length, 9);
  t.regex(explorationTable(result, false), /^\*\s+0\.16 us\s+0\s+0\.16 us\s+0 bytes .*one:cpu,two:cpu,three:cpu$/m);
  const svg = explorationSvg(result, 'a & b');
  t.regex(svg, />a &amp; b</);
  t.is(svg.match(/<circle /g)?.length, 8);
});

test('a leaf without a kernel has only the CPU', (t) => {
  const [graph] = costed(false);
  const without = graph?.leaves.map((one) =>
    one.name === 'two' ? { ...one, costs: new Map([...one.costs].filter(([unit]) => unit === 'cpu')) } : one,
  );
  const graphs = graph ? [{ ...graph, leaves: without ?? [] }] : [];
  t.deepEqual(
    mappedLeaves(graphs).map(({ units }) => units.length),
    [2, 1, 2],
  );
});
