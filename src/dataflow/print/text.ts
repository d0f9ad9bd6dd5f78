// A graph as indented text.

import type { DataflowGraph, GraphNode } from '../graph.js';
import { bindingLines, countsText, edgeText, graphTitle, nodeTitle, portText } from './labels.js';

function nodeLines(node: GraphNode, parent: GraphNode | undefined, indent: string): string[] {
  const { target, place, inputs, outputs, edges, children } = node;
  const inner = `${indent}  `;
  const lines = [
    `${indent}${nodeTitle(node, parent)} ${target ?? 'no target'}${place === undefined ? '' : `  (${place})`}`,
  ];
  if (inputs.length > 0) lines.push(`${inner}inputs: ${inputs.map(portText).join(', ')}`);
  if (outputs.length > 0) lines.push(`${inner}outputs: ${outputs.map(({ type }) => type).join(', ')}`);
  for (const line of bindingLines(node)) lines.push(`${inner}${line}`);
  for (const edge of edges) lines.push(`${inner}${edgeText(node, edge)}`);
  for (const child of children) lines.push(...nodeLines(child, node, inner));
  return lines;
}

export const graphText = (graph: DataflowGraph): string =>
  `${[graphTitle(graph), ...nodeLines(graph.root, undefined, '  '), countsText(graph)].join('\n')}\n`;
