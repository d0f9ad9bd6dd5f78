// A hierarchical dataflow graph as a value: nodes with instances in up to three dimensions, and edges between nodes of
// one parent. Front ends build it (HPVM, recorded command buffers); checks and printers derive from it.

/** Devices for which a node has code. */
export const TARGETS = ['cpu', 'gpu', 'cpu-or-gpu', 'vector', 'tensor'] as const;
export type Target = (typeof TARGETS)[number];

/**
 * - internal: contains a graph
 * - leaf: computes
 * - allocation: makes memory that the nodes at its outputs share
 */
export type NodeKind = 'internal' | 'leaf' | 'allocation';

/** The number of instances in one dimension. An input is one of the parent's. */
export type NodeExtent =
  | { readonly kind: 'constant'; readonly count: bigint }
  | { readonly kind: 'input'; readonly input: number }
  | { readonly kind: 'computed'; readonly text: string };

/** A value that a node takes or gives. */
export interface Port {
  readonly name: string | undefined;
  /** Type in LLVM IR: `ptr`, `i64`, `float`. */
  readonly type: string;
  /** Declared accesses to the memory of a pointer; undefined if none is declared. */
  readonly access: PortAccess | undefined;
}

export interface PortAccess {
  readonly reads: boolean;
  readonly writes: boolean;
}

export interface Endpoint {
  /** Index among the parent's children. */
  readonly node: number;
  /** Index of an output at the source, of an input at the destination. */
  readonly port: number;
}

/** Instance n to instance n, or each to each. */
export type EdgePattern = 'one-to-one' | 'all-to-all';

/** A value from one child to another one. */
export interface DataEdge {
  readonly kind: 'data';
  readonly source: Endpoint;
  readonly destination: Endpoint;
  readonly pattern: EdgePattern;
  readonly isStreaming: boolean;
  readonly place: string | undefined;
}

/** The destination begins after the end of the source, without a value: a sync point of a command buffer. */
export interface OrderEdge {
  readonly kind: 'order';
  readonly source: Pick<Endpoint, 'node'>;
  readonly destination: Pick<Endpoint, 'node'>;
  readonly place: string | undefined;
}

export type GraphEdge = DataEdge | OrderEdge;

/** A parent's input that is an input of a child, or a child's output that is one of the parent. */
export interface Binding {
  readonly direction: 'in' | 'out';
  readonly parentPort: number;
  readonly child: Endpoint;
  readonly isStreaming: boolean;
  readonly place: string | undefined;
}

export interface GraphNode {
  /** Of the function or command. */
  readonly name: string;
  readonly kind: NodeKind;
  readonly target: Target | undefined;
  /** One for each dimension; none for a single instance. */
  readonly extents: readonly NodeExtent[];
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  readonly children: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly bindings: readonly Binding[];
  /** Place of its code. */
  readonly place: string | undefined;
  /** Place at which its parent creates it. */
  readonly creationPlace: string | undefined;
}

export interface DataflowGraph {
  readonly root: GraphNode;
  readonly isStreaming: boolean;
  /** The function that launches it. */
  readonly launcher: string | undefined;
  readonly place: string | undefined;
}

/** A node and its parents, the nearest first. */
export interface NodeInContext {
  readonly node: GraphNode;
  readonly ancestors: readonly GraphNode[];
}

/** All nodes of a tree, parents first. */
export function* nodesOf(node: GraphNode, ancestors: readonly GraphNode[] = []): Generator<NodeInContext> {
  yield { node, ancestors };
  for (const child of node.children) yield* nodesOf(child, [node, ...ancestors]);
}

export interface GraphCounts {
  readonly nodes: number;
  readonly leaves: number;
  readonly allocations: number;
  readonly edges: number;
}

export function countsOf({ root }: DataflowGraph): GraphCounts {
  const nodes = [...nodesOf(root)].map(({ node }) => node);
  return {
    nodes: nodes.length,
    leaves: nodes.filter(({ kind }) => kind === 'leaf').length,
    allocations: nodes.filter(({ kind }) => kind === 'allocation').length,
    edges: nodes.reduce((sum, { edges }) => sum + edges.length, 0),
  };
}
