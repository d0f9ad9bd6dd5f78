// Reasons for which nodes are not merged.

import type { GraphNode } from '../../dataflow/graph.js';

export interface MergeRefusal {
  readonly reason: string;
  /** Of the edge or node that is the reason. */
  readonly place: string | undefined;
}

/** Children of one parent that are to be merged. */
export interface MergedPair {
  readonly parent: GraphNode;
  readonly first: number;
  readonly second: number;
}

export const nodesOfPair = ({ parent, first, second }: MergedPair): readonly GraphNode[] =>
  [first, second].flatMap((index) => parent.children[index] ?? []);

/** Edges from the first node to the second one. */
export const edgesOfPair = ({ parent, first, second }: MergedPair) =>
  parent.edges.filter(({ source, destination }) => source.node === first && destination.node === second);
