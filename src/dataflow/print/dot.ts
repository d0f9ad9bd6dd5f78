// Graphs in the language of Graphviz: an internal node is a cluster.

import type { DataflowGraph, GraphNode } from '../graph.js';
import { edgeLabel, graphTitle, nodeTitle } from './labels.js';

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

const SHAPES: Readonly<Record<GraphNode['kind'], string>> = {
  internal: 'box',
  leaf: 'box, style=rounded',
  allocation: 'cylinder',
};

interface DotLines {
  readonly lines: string[];
  /** The node at which edges of this one end: clusters have none of their own. */
  readonly anchor: string;
}

function nodeLines(node: GraphNode, parent: GraphNode | undefined, id: string, indent: string): DotLines {
  const label = `label=${quoted(`${nodeTitle(node, parent)}\n${node.target ?? 'no target'}`).replaceAll('\n', '\\n')}`;
  if (node.children.length === 0)
    return { lines: [`${indent}${id} [${label}, shape=${SHAPES[node.kind]}];`], anchor: id };
  const inner = `${indent}  `;
  const children = node.children.map((child, n) => nodeLines(child, node, `${id}_${n}`, inner));
  const edges = node.edges.map((edge) => {
    const [from, to] = [children[edge.source.node], children[edge.destination.node]];
    return `${inner}${from?.anchor} -> ${to?.anchor} [label=${quoted(edgeLabel(node, edge))}];`;
  });
  return {
    lines: [
      `${indent}subgraph cluster_${id} {`,
      `${inner}${label};`,
      ...children.flatMap(({ lines }) => lines),
      ...edges,
      `${indent}}`,
    ],
    anchor: children[0]?.anchor ?? id,
  };
}

export function graphsDot(graphs: readonly DataflowGraph[]): string {
  const parts = graphs.flatMap((graph, n) => [
    `  subgraph cluster_launch${n} {`,
    `    label=${quoted(graphTitle(graph))};`,
    ...nodeLines(graph.root, undefined, `g${n}`, '    ').lines,
    '  }',
  ]);
  return `${['digraph dataflow {', '  node [fontname="sans-serif"];', ...parts, '}'].join('\n')}\n`;
}
