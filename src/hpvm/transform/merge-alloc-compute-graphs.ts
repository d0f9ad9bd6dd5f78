// MergeAllocComputeGraphs: two nodes that each contain one leaf, and allocations for it, become one node with all
// allocations and one leaf.

import { extentText } from '../../dataflow/extent.js';
import type { GraphNode, NodeExtent } from '../../dataflow/graph.js';
import { sharedMemory } from './merge-independent-nodes.js';
import { edgesOfPair, type MergedPair, type MergeRefusal, nodesOfPair } from './refusal.js';
import { instanceRefusal } from './same-instances.js';

/** Index of the only leaf besides allocations; undefined for other nodes. */
export function computeLeaf({ children }: GraphNode): number | undefined {
  const others = children.flatMap(({ kind }, index) => (kind === 'allocation' ? [] : [index]));
  const [leaf] = others;
  return others.length === 1 && leaf !== undefined && children[leaf]?.kind === 'leaf' ? leaf : undefined;
}

/** An extent in terms of the inputs of the node above: what is bound to the input that it names. */
function outerExtent(pair: MergedPair, child: number, extent: NodeExtent): string | undefined {
  if (extent.kind === 'constant') return String(extent.count);
  if (extent.kind === 'computed') return undefined;
  const binding = pair.parent.bindings.find(
    ({ direction, child: end }) => direction === 'in' && end.node === child && end.port === extent.input,
  );
  return binding && `input ${binding.parentPort}`;
}

function leafRefusal(pair: MergedPair, leaves: readonly (GraphNode | undefined)[]): MergeRefusal | undefined {
  const [one, other] = leaves;
  if (!one || !other) return undefined;
  if (one.target !== other.target)
    return { reason: `the targets of ${one.name} and ${other.name} differ`, place: other.place };
  const extents = [one, other].map(({ extents: own }, n) =>
    own.map((extent) => outerExtent(pair, n === 0 ? pair.first : pair.second, extent)),
  );
  const [a = [], b = []] = extents;
  if (a.length === b.length && a.every((extent, n) => extent !== undefined && extent === b[n])) return undefined;
  const [own, others] = [one, other].map(({ extents: all }, n) =>
    all.map((extent) => extentText(extent, nodesOfPair(pair)[n])).join(' x '),
  );
  return {
    reason: `the instances of ${one.name} and ${other.name} are not known to be the same: [${own}] and [${others}]`,
    place: other.creationPlace,
  };
}

export function allocComputeRefusal(pair: MergedPair): MergeRefusal | undefined {
  const nodes = nodesOfPair(pair);
  for (const node of nodes)
    if (computeLeaf(node) === undefined)
      return { reason: `${node.name} does not contain exactly one leaf besides allocations`, place: node.place };
  const [edge] = edgesOfPair(pair);
  if (edge)
    return { reason: 'an edge connects them: its value is complete only after all instances', place: edge.place };
  const leaves = nodes.map((node) => node.children[computeLeaf(node) ?? -1]);
  return instanceRefusal(pair) ?? sharedMemory(pair) ?? leafRefusal(pair, leaves);
}
