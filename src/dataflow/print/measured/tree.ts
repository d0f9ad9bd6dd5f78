// Measured graphs as trees of nodes, for pictures: edges connect children of one parent.

import type { DataflowGraph, GraphEdge, GraphNode } from '../../graph.js';
import type { EdgeMeasurement } from '../../measured/measurement.js';
import type { ReportedGraph, ReportedNode } from '../../measured/report.js';

export interface MeasuredTree {
  readonly graph: DataflowGraph;
  readonly nodes: ReadonlyMap<GraphNode, ReportedNode>;
  readonly edges: ReadonlyMap<GraphEdge, EdgeMeasurement>;
}

/** A node and its parents, the outermost first. */
function pathOf(nodes: readonly ReportedNode[], index: number): readonly number[] {
  const path: number[] = [];
  for (let at = index; at >= 0; at = nodes[at]?.parent ?? -1) path.unshift(at);
  return path;
}

interface LiftedEdge {
  readonly parent: number;
  readonly source: number;
  readonly destination: number;
}

/** The edge between the children of the innermost common parent; undefined within one node. */
function lifted(nodes: readonly ReportedNode[], { source, destination }: EdgeMeasurement): LiftedEdge | undefined {
  const [from, to] = [pathOf(nodes, source), pathOf(nodes, destination)];
  const level = from.findIndex((index, n) => index !== to[n]);
  const [first, second] = [from[level], to[level]];
  if (first === undefined || second === undefined) return undefined;
  return { parent: level === 0 ? -1 : (from[level - 1] ?? -1), source: first, destination: second };
}

const KEPT = { name: '', target: undefined, extents: [], inputs: [], outputs: [], bindings: [] } as const;

export function measuredTree(reported: ReportedGraph): MeasuredTree {
  const nodes = new Map<GraphNode, ReportedNode>();
  const edges = new Map<GraphEdge, EdgeMeasurement>();
  const all = reported.edges.flatMap((edge) => {
    const ends = lifted(reported.nodes, edge);
    return ends ? [{ edge, ends }] : [];
  });
  const childrenOf = (parent: number) =>
    reported.nodes.flatMap((node, index) => (node.parent === parent ? [{ node, index }] : []));
  const inner = (parent: number): Pick<GraphNode, 'children' | 'edges'> => {
    const own = childrenOf(parent);
    const position = (index: number): number => own.findIndex((child) => child.index === index);
    const children = own.map(({ node, index }): GraphNode => {
      const { name, kind, place } = node;
      const built: GraphNode = {
        ...KEPT,
        ...inner(index),
        name,
        kind: kind === 'copy' ? 'leaf' : kind,
        place: place === '' ? undefined : place,
        creationPlace: undefined,
      };
      nodes.set(built, node);
      return built;
    });
    const ownEdges = all
      .filter(({ ends }) => ends.parent === parent)
      .map(({ edge, ends }): GraphEdge => {
        const [source, destination] = [{ node: position(ends.source) }, { node: position(ends.destination) }];
        const built: GraphEdge = { kind: 'order', source, destination, place: undefined };
        edges.set(built, edge);
        return built;
      });
    return { children, edges: ownEdges };
  };
  const root: GraphNode = {
    ...KEPT,
    ...inner(-1),
    name: reported.name,
    kind: 'internal',
    place: undefined,
    creationPlace: undefined,
  };
  const { isStreaming, place } = reported;
  return { graph: { root, isStreaming, launcher: undefined, place }, nodes, edges };
}
