// A measured graph with simulated cycles of its nodes, for reports.

import type { GraphMeasurement, NodeMeasurement } from './measurement.js';

export interface ReportedNode extends Omit<NodeMeasurement, 'spans'> {
  /** Of all executions on GPUs; null without simulated time. */
  readonly cycles: number | null;
}

export interface ReportedGraph extends Omit<GraphMeasurement, 'nodes' | 'accesses' | 'isWhole' | 'mergeable'> {
  readonly nodes: readonly ReportedNode[];
}

/** @param cyclesOf cycles of all executions of a node */
export function reportedGraph(
  graph: GraphMeasurement,
  cyclesOf: (node: NodeMeasurement) => number | undefined,
): ReportedGraph {
  const { accesses: _accesses, isWhole: _isWhole, mergeable: _mergeable, nodes, ...rest } = graph;
  return {
    ...rest,
    nodes: nodes.map(({ spans, ...node }) => ({ ...node, cycles: cyclesOf({ ...node, spans }) ?? null })),
  };
}
