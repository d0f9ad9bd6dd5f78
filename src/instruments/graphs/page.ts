// Measured graphs in the page of a run: a picture, and tables of nodes and edges.

import type { ReportedGraph, ReportedNode } from '../../dataflow/measured/report.js';
import { measuredSvg } from '../../dataflow/print/measured/svg.js';
import { bytesText, cyclesText, measuredTitle, timeText } from '../../dataflow/print/measured/words.js';
import { escapeHtml } from '../../report/page.js';
import type { PageSection } from '../../report/run-data.js';

const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell, n) => `<td${n > 1 ? ' class="number"' : ''}>${escapeHtml(cell)}</td>`).join('')}</tr>`;

const table = (headings: readonly string[], rows: readonly string[]): string =>
  `<table><thead><tr>${headings.map((text, n) => `<th${n > 1 ? ' class="number"' : ''}>${text}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;

const NODE_HEADINGS = ['node', 'unit', 'executions', 'busy', 'cycles', 'CPU time', 'bytes in', 'bytes out', 'place'];

const nodeRow = (node: ReportedNode): string =>
  row([
    node.name,
    node.unit,
    node.executions.toLocaleString('en'),
    timeText(node.busyNs),
    node.cycles === null ? '' : cyclesText(node.cycles),
    node.cpuNs === 0 ? '' : timeText(node.cpuNs),
    bytesText(node.bytesIn),
    bytesText(node.bytesOut),
    node.place,
  ]);

function graphHtml(graph: ReportedGraph): string {
  const { nodes, edges } = graph;
  const name = (index: number): string => nodes[index]?.name ?? '';
  const edgeRows = edges.map(({ source, destination, kind, transfers, bytes }) =>
    row([`${name(source)} → ${name(destination)}`, kind, transfers.toLocaleString('en'), bytesText(bytes)]),
  );
  const edgeTable = edges.length > 0 ? table(['edge', 'kind', 'transfers', 'bytes'], edgeRows) : '';
  return `<h3>${escapeHtml(measuredTitle(graph))}</h3>
<div class="scroll" tabindex="0" role="group" aria-label="Picture of the graph">${measuredSvg([graph])}</div>
${table(NODE_HEADINGS, nodes.filter(({ unit }) => unit !== '').map(nodeRow))}
${edgeTable}`;
}

export const graphSections = (graphs: readonly ReportedGraph[]): readonly PageSection[] =>
  graphs.length === 0 ? [] : [{ title: 'Dataflow graphs', html: graphs.map(graphHtml).join('\n') }];
