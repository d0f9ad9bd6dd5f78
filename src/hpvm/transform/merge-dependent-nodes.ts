// MergeDependentNodes: a leaf and one that depends on it become one. Values of edges stay within an instance, so that
// edges have to be one-to-one.

import { edgesOfPair, type MergedPair, type MergeRefusal, nodesOfPair } from './refusal.js';
import { instanceRefusal } from './same-instances.js';

export function dependentRefusal(pair: MergedPair): MergeRefusal | undefined {
  const [source, destination] = nodesOfPair(pair);
  const isReplicated = (source?.extents.length ?? 0) > 0;
  for (const edge of edgesOfPair(pair)) {
    if (edge.kind === 'order') return { reason: 'they have an edge without a value', place: edge.place };
    if (isReplicated && edge.pattern === 'all-to-all')
      return {
        reason: `an edge between them is all-to-all: an instance of ${destination?.name} may need all instances of ${source?.name}`,
        place: edge.place,
      };
  }
  return instanceRefusal(pair);
}
