// A graph as plain data for JSON.

import type { DataflowGraph, GraphEdge, GraphNode, NodeExtent } from '../graph.js';
import { countsOf } from '../graph.js';

/** Numbers beyond the exact ones of JSON are strings. */
const plainCount = (count: bigint): number | string =>
  count <= Number.MAX_SAFE_INTEGER ? Number(count) : String(count);

const plainExtent = (extent: NodeExtent): object =>
  extent.kind === 'constant' ? { ...extent, count: plainCount(extent.count) } : extent;

const plainNode = (node: GraphNode): object => ({
  ...node,
  extents: node.extents.map(plainExtent),
  children: node.children.map(plainNode),
  edges: node.edges.map((edge: GraphEdge) => ({ ...edge })),
});

export const plainGraph = (graph: DataflowGraph): object => ({
  ...graph,
  counts: countsOf(graph),
  root: plainNode(graph.root),
});
