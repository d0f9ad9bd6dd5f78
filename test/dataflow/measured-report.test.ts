// Measured graphs in reports and timelines.

import test from 'ava';
import type { GraphMeasurement, NodeMeasurement } from '../../src/dataflow/measured/measurement.js';
import { reportedGraph } from '../../src/dataflow/measured/report.js';
import { measuredSvg } from '../../src/dataflow/print/measured/svg.js';
import type { LaunchReport } from '../../src/driver/core/processor/messages.js';
import { cycleLookup } from '../../src/instruments/graphs/cycles.js';
import { stageSpans } from '../../src/instruments/graphs/stages.js';

const node = (name: string, unit: string, parent = -1): NodeMeasurement => ({
  ...{ name, place: '', parent, kind: unit === '' ? 'internal' : 'leaf', unit, units: ['cpu', 'gpu'] },
  ...{ kernel: unit.startsWith('gpu') ? 'shared' : '', executions: 2, busyNs: 2000, cpuNs: 0, bytesIn: 7, bytesOut: 0 },
  spans: [],
});

const GRAPH: GraphMeasurement = {
  ...{ schema: 1, origin: 'command-buffer', name: 'a<b', place: '', process: 1, isStreaming: false, executions: 2 },
  nodes: [
    { ...node('one', 'gpu'), spans: [[100, 200, 0]] },
    node('group', ''),
    { ...node('two', 'gpu1', 1), spans: [[300, 450, 0]] },
    node('host', 'cpu', 1),
  ],
  edges: [
    { source: 0, destination: 2, kind: 'memory', isStreaming: false, transfers: 2, bytes: 4096 },
    { source: 2, destination: 3, kind: 'order', isStreaming: false, transfers: 2, bytes: 0 },
  ],
};

const launch = (startNs: bigint, cycles: number, merged?: number): LaunchReport =>
  ({
    kernel: 'shared',
    startNs,
    observations: { time: { cycles, nanoseconds: 1, result: undefined } },
    ...(merged === undefined ? {} : { merged }),
  }) as LaunchReport;

test('cycles: launches belong to the node with their start, others have the mean of their kernel', (t) => {
  const cyclesOf = cycleLookup([launch(100n, 10), launch(300n, 50), launch(500n, 60, 2)]);
  const [one, , two, host] = GRAPH.nodes;
  t.deepEqual(
    [one, two, host].map((each) => each && cyclesOf(each)),
    [10 + 30, 50 + 30, undefined],
  );
});

test('pictures have cycles, times and bytes; edges end at children of a common parent', (t) => {
  const svg = measuredSvg([reportedGraph(GRAPH, ({ name }) => (name === 'one' ? 12345 : undefined))]);
  t.regex(svg, /command buffer a&lt;b: 2 executions/);
  t.regex(svg, />gpu, 2 x, 2\.00 us, 12,345 cycles, 7 bytes from the program</);
  t.regex(svg, />4,096 bytes of memory</);
  t.regex(svg, />order</);
  t.is(svg.match(/<path d="M[^"]*" fill="none"/g)?.length, 2);
});

test('timelines have a span for each execution, named by node, unit and item', (t) => {
  const [first] = stageSpans(GRAPH);
  t.deepEqual(first, {
    ...{ category: 'stage', name: 'one 0', startNs: 100n, endNs: 200n },
    details: { graph: 'a<b', node: 'one', unit: 'gpu', execution: 0 },
  });
});
