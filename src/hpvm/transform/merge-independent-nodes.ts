// MergeIndependentNodes: two leaves without an edge between them become one, which executes both in each instance.

import { portName } from '../../dataflow/extent.js';
import type { Binding } from '../../dataflow/graph.js';
import { type MergedPair, type MergeRefusal, nodesOfPair } from './refusal.js';
import { instanceRefusal } from './same-instances.js';

/** Memory of the parent that both nodes use and one of them writes: their order would change. */
export function sharedMemory(pair: MergedPair): MergeRefusal | undefined {
  const { parent, first, second } = pair;
  const nodes = nodesOfPair(pair);
  const uses = (child: number): readonly Binding[] =>
    parent.bindings.filter(({ direction, child: end }) => direction === 'in' && end.node === child);
  const writes = (node: number, { child }: Binding): boolean => {
    const port = nodes[node]?.inputs[child.port];
    return port?.type === 'ptr' && (port.access?.writes ?? true);
  };
  for (const one of uses(first))
    for (const other of uses(second)) {
      if (one.parentPort !== other.parentPort || !(writes(0, one) || writes(1, other))) continue;
      const name = portName(parent.inputs[one.parentPort]?.name, one.parentPort);
      return { reason: `both use the memory of ${name}, which one of them writes`, place: other.place };
    }
  return undefined;
}

export const independentRefusal = (pair: MergedPair): MergeRefusal | undefined =>
  instanceRefusal(pair) ?? sharedMemory(pair);
