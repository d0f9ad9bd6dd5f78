// Pairs of nodes that could be merged, for the explorer's advice.

import type { GraphNode } from '../../dataflow/graph.js';
import { nodesOf } from '../../dataflow/graph.js';
import type { HpvmProgram } from '../build-graphs.js';
import { groupRefusal, ordered, parentsOf } from './plan.js';

const isOnGpu = (child: GraphNode): boolean =>
  [...nodesOf(child)].some(({ node: { target } }) => target === 'gpu' || target === 'cpu-or-gpu');

/** Names of children as `--fuse` takes them (`a,b`), by the symbol of their parent. */
export function mergeablePairs(program: HpvmProgram): ReadonlyMap<string, readonly string[]> {
  const pairs = new Map<string, readonly string[]>();
  for (const parent of parentsOf(program)) {
    const { children } = parent.node;
    const names = children.map(({ name }) => name);
    const candidates = children.flatMap((child, index) =>
      isOnGpu(child) && names.indexOf(child.name) === names.lastIndexOf(child.name) ? [index] : [],
    );
    const own = candidates.flatMap((first, n) =>
      candidates.slice(n + 1).flatMap((second) => {
        const members = ordered(parent.node, [first, second]);
        return groupRefusal(program.module, parent, members) ? [] : [`${names[first]},${names[second]}`];
      }),
    );
    if (own.length > 0) pairs.set(parent.code.symbol, own);
  }
  return pairs;
}
