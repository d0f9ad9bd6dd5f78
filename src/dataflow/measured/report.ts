// A measured graph with simulated cycles of its nodes, for reports.

import type { EdgeMeasurement, GraphMeasurement, NodeMeasurement } from './measurement.js';

export interface ReportedNode extends Omit<NodeMeasurement, 'spans'> {
  /** Of all executions on GPUs; null without simulated time. */
  readonly cycles: number | null;
}

export interface ReportedGraph extends Omit<GraphMeasurement, 'nodes' | 'edges'> {
  readonly nodes: readonly ReportedNode[];
  readonly edges: readonly EdgeMeasurement[];
}

/** @param cyclesOf cycles of all executions of a node */
export function reportedGraph(
  graph: GraphMeasurement,
  cyclesOf: (node: NodeMeasurement) => number | undefined,
): ReportedGraph {
  const nodes = graph.nodes.map(({ spans, ...node }) => ({ ...node, cycles: cyclesOf({ ...node, spans }) ?? null }));
  return { ...graph, nodes };
}
