// Measurements of graphs, as guests write them.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parseMeasurements, readMeasurements } from '../../src/dataflow/measured/read-measurements.js';
import { scratchFolder } from '../cli/atoll.js';

const NODE = {
  name: 'blur',
  place: 'p.c:3:1',
  parent: -1,
  kind: 'leaf',
  unit: 'gpu1',
  units: ['cpu', 'gpu'],
  kernel: 'blur',
  executions: 2,
  busyNs: 10,
  cpuNs: 0,
  bytesIn: 8,
  bytesOut: 8,
  spans: [[1, 6, 0]],
};
const GRAPH = {
  schema: 1,
  origin: 'hpvm',
  name: 'root',
  place: '',
  process: 7,
  isStreaming: true,
  executions: 2,
  nodes: [NODE],
  edges: [{ source: 0, destination: 0, kind: 'memory', isStreaming: false, transfers: 1, bytes: 4 }],
};

test('measurements are read as they were written', (t) => {
  t.deepEqual(parseMeasurements(JSON.stringify([GRAPH])), [GRAPH] as never);
});

test('measurements that are not valid are refused with the field', (t) => {
  const broken = (change: object): string => JSON.stringify([{ ...GRAPH, ...change }]);
  t.throws(() => parseMeasurements(broken({ schema: 2 })), { message: /0\.schema/ });
  t.throws(() => parseMeasurements(broken({ nodes: [{ ...NODE, unit: 'fpga' }] })), { message: /0\.nodes\.0\.unit/ });
  t.throws(() => parseMeasurements(broken({ nodes: [{ ...NODE, parent: 0 }] })), { message: /precedes its parent/ });
  t.throws(() => parseMeasurements(broken({ nodes: [] })), { message: /does not exist/ });
  t.throws(() => parseMeasurements('[{'), { name: 'SyntaxError' });
});

test('a broken file is reported, and does not hide the others', (t) => {
  const folder = scratchFolder(t);
  writeFileSync(join(folder, '1-a.json'), JSON.stringify([GRAPH]));
  writeFileSync(join(folder, '2-b.json'), '{"schema": 1}');
  writeFileSync(join(folder, 'notes.txt'), 'no measurement');
  const { graphs, problems } = readMeasurements(folder);
  t.is(graphs.length, 1);
  t.is(problems.length, 1);
  t.regex(String(problems[0]), /2-b\.json/);
});
