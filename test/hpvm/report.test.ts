// Graphs of programs in reports and timelines of their runs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import type { ReportedGraph } from '../../src/dataflow/measured/report.js';
import { run, scratchFolder } from '../cli/atoll.js';
import { compiled } from './compiled.js';

test('reports have the graph with cycles and bytes, timelines a row for each stage on its unit', async (t) => {
  const program = await compiled(t, 'stream.c');
  const folder = scratchFolder(t);
  const [json, page, trace] = ['r.json', 'r.html', 't.sqlite'].map((name) => join(folder, name));
  const outputs = ['--report-json', String(json), '--report', String(page), '--trace', String(trace)];
  const env = { ATOLL_HPVM_MAP: 'scale:gpu,total:cpu,mark:gpu1' };
  const { stdout, stderr } = await run([program], ['--devices', 'tahiti,tahiti', '--timing', ...outputs], { env });
  t.is(String(stdout), '0 wrong of 12', String(stderr));

  const report = JSON.parse(readFileSync(String(json), 'utf8'));
  const [graph, ...others] = report.instruments.graphs as ReportedGraph[];
  t.deepEqual([others.length, graph?.name, graph?.isStreaming, graph?.executions], [0, 'stream', true, 12]);
  const nodes = (graph?.nodes ?? []).filter(({ unit }) => unit !== '');
  t.deepEqual(
    nodes.map(({ name, unit, executions, bytesIn, bytesOut }) => ({ name, unit, executions, bytesIn, bytesOut })),
    [
      { name: 'scale', unit: 'gpu', executions: 12, bytesIn: 2808, bytesOut: 2808 },
      { name: 'total', unit: 'cpu', executions: 12, bytesIn: 0, bytesOut: 48 },
      { name: 'mark', unit: 'gpu1', executions: 12, bytesIn: 0, bytesOut: 2808 },
    ],
  );
  const [scale, total, mark] = nodes;
  t.is(total?.cycles, null);
  // All launches of a kernel are of one node.
  const simulated = (kernel: string): number =>
    (report.launches as { kernel: string; simulatedSeconds: number }[])
      .filter((launch) => launch.kernel === kernel)
      .reduce((sum, { simulatedSeconds }) => sum + simulatedSeconds, 0);
  // Times are whole nanoseconds, hence a cycle less or more a launch.
  for (const node of [scale, mark])
    t.true(Math.abs((node?.cycles ?? 0) - simulated(String(node?.name)) * 925e6) <= 12, node?.name);
  const memory = (graph?.edges ?? []).filter(({ kind }) => kind === 'memory').map(({ bytes }) => bytes);
  t.deepEqual(memory, [2808, 2808, 48]);

  const html = readFileSync(String(page), 'utf8');
  t.regex(html, /Dataflow graphs<\/h2>/);
  t.regex(html, /<text [^>]*>gpu, 12 x, [\d.]+ us, [\d,]+ cycles, 2,808 bytes from the program<\/text>/);

  const database = new DatabaseSync(String(trace));
  const rows = database
    .prepare(
      "SELECT tracks.name AS name, COUNT(*) AS spans FROM spans JOIN tracks ON track = tracks.id WHERE category = 'stage' GROUP BY tracks.id ORDER BY tracks.name",
    )
    .all();
  database.close();
  t.deepEqual(
    rows.map(({ name, spans }) => [name, spans]),
    [
      ['stream: mark on gpu1', 12],
      ['stream: scale on gpu', 12],
      ['stream: total on cpu', 12],
    ],
  );
});
