// Conditions of all merges: one target, and the same instances.

import { extentsText, sameExtents } from '../../dataflow/extent.js';
import { type MergedPair, type MergeRefusal, nodesOfPair } from './refusal.js';

export function instanceRefusal(pair: MergedPair): MergeRefusal | undefined {
  const [one, other] = nodesOfPair(pair);
  if (!one || !other) return undefined;
  if (one.target !== other.target)
    return {
      reason: `their targets differ: ${one.target ?? 'none'} and ${other.target ?? 'none'}`,
      place: other.place,
    };
  if (sameExtents(one, other) === true) return undefined;
  const [own, others] = [one, other].map((node) => extentsText(node, pair.parent));
  return {
    reason: `their instances are not known to be the same: [${own}] and [${others}]`,
    place: other.creationPlace,
  };
}
