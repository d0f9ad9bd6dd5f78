// The parts of a graph as words, for all printers.

import { extentsText, portName } from '../extent.js';
import type { DataflowGraph, GraphEdge, GraphNode, NodeKind, Port } from '../graph.js';
import { countsOf } from '../graph.js';

export const KIND_WORDS: Readonly<Record<NodeKind, string>> = {
  internal: 'node',
  leaf: 'leaf',
  allocation: 'allocation',
};

/** `a leaf`, `2 leaves`. */
const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export function countsText(graph: DataflowGraph): string {
  const { nodes, leaves, allocations, edges } = countsOf(graph);
  const parts = [
    counted(nodes, 'node', 'nodes'),
    counted(leaves, 'leaf', 'leaves'),
    ...(allocations > 0 ? [counted(allocations, 'allocation', 'allocations')] : []),
    counted(edges, 'edge', 'edges'),
  ];
  return parts.join(', ');
}

export const graphTitle = ({ launcher, isStreaming, place }: DataflowGraph): string =>
  `launch${isStreaming ? ' (streaming)' : ''}${launcher === undefined ? '' : ` in ${launcher}`}${place === undefined ? '' : ` at ${place}`}`;

export const nodeTitle = (node: GraphNode, parent: GraphNode | undefined): string =>
  `${KIND_WORDS[node.kind]} ${node.name} [${extentsText(node, parent)}]`;

const accessText = ({ access }: Port): string =>
  access === undefined ? '' : `${access.reads ? ' in' : ''}${access.writes ? ' out' : ''}`;

/** `ptr A in out`. */
export const portText = (port: Port, index: number): string =>
  `${port.type} ${portName(port.name, index)}${accessText(port)}`;

const childName = ({ children }: GraphNode, index: number): string =>
  `${children[index]?.name ?? '?'}${children.filter(({ name }) => name === children[index]?.name).length > 1 ? `#${index}` : ''}`;

const inputName = (node: GraphNode | undefined, index: number): string => portName(node?.inputs[index]?.name, index);

/** The words of an edge, without its ends. */
export function edgeLabel(parent: GraphNode, edge: GraphEdge): string {
  if (edge.kind === 'order') return 'order';
  const { source, destination, pattern, isStreaming } = edge;
  const name = inputName(parent.children[destination.node], destination.port);
  return `${source.port} -> ${name}, ${pattern}${isStreaming ? ', streaming' : ''}`;
}

export function edgeText(parent: GraphNode, edge: GraphEdge): string {
  const ends = `edge ${childName(parent, edge.source.node)} -> ${childName(parent, edge.destination.node)}`;
  return `${ends}: ${edgeLabel(parent, edge)}`;
}

/** Name in the parent, and in the child where it is another one. */
const boundName = (from: string, to: string): string => (from === to ? from : `${from} as ${to}`);

/** The bindings of each child, and the outputs of the parent. */
export function bindingLines(parent: GraphNode): string[] {
  const lines: string[] = [];
  parent.children.forEach((child, index) => {
    const own = parent.bindings.filter(({ child: end }) => end.node === index);
    const [inputs, outputs] = (['in', 'out'] as const).map((side) => own.filter(({ direction }) => direction === side));
    const inputWords = (inputs ?? []).map(
      ({ parentPort, child: { port }, isStreaming }) =>
        `${boundName(inputName(parent, parentPort), inputName(child, port))}${isStreaming ? ' (streaming)' : ''}`,
    );
    const outputWords = (outputs ?? []).map(
      ({ parentPort, child: { port }, isStreaming }) =>
        `${boundName(`#${port}`, `#${parentPort}`)}${isStreaming ? ' (streaming)' : ''}`,
    );
    if (inputWords.length > 0) lines.push(`inputs of ${childName(parent, index)}: ${inputWords.join(', ')}`);
    if (outputWords.length > 0) lines.push(`outputs from ${childName(parent, index)}: ${outputWords.join(', ')}`);
  });
  return lines;
}
