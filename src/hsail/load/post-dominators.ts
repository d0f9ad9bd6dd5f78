// Immediate post-dominators of a graph: where all paths from a node meet again for the first time. Cooper, Harvey,
// Kennedy, "A Simple, Fast Dominance Algorithm", on the reversed graph.

/**
 * Lanes that enter an endless loop never meet the others: edges to nodes from which the exit cannot be reached are left
 * out of the other nodes. Those nodes get an edge to the exit, one in each round, until all reach it.
 */
function withExits(successors: readonly (readonly number[])[], exit: number): readonly (readonly number[])[] {
  const edges = successors.map((list) => [...list]);
  const predecessors = edges.map((): number[] => []);
  predecessors.push([]);
  edges.forEach((list, node) => {
    for (const next of list) predecessors[next]!.push(node);
  });
  const reaching = new Set<number>();
  const spread = (start: number): void => {
    const work = [start];
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
      if (reaching.has(node)) continue;
      reaching.add(node);
      work.push(...predecessors[node]!);
    }
  };
  spread(exit);
  for (const node of reaching) if (node !== exit) edges[node] = edges[node]!.filter((next) => reaching.has(next));
  for (let node = edges.length - 1; node >= 0; node--) {
    if (reaching.has(node)) continue;
    edges[node]!.push(exit);
    predecessors[exit]!.push(node);
    spread(node);
  }
  return edges;
}

/**
 * @param successors of each node; the exit is the number behind the last node
 * @returns the immediate post-dominator of each node
 */
export function postDominators(successors: readonly (readonly number[])[]): readonly number[] {
  const exit = successors.length;
  const edges = withExits(successors, exit);
  const predecessors = Array.from({ length: exit + 1 }, (): number[] => []);
  edges.forEach((list, node) => {
    for (const next of list) predecessors[next]!.push(node);
  });
  const order = reversePostorder(predecessors, exit);
  const place = new Map(order.map((node, index) => [node, index]));
  const dominators: number[] = Array.from({ length: exit + 1 }, () => -1);
  dominators[exit] = exit;
  const meet = (a: number, b: number): number => {
    let [x, y] = [a, b];
    while (x !== y) {
      if (place.get(x)! > place.get(y)!) x = dominators[x]!;
      else y = dominators[y]!;
    }
    return x;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of order) {
      if (node === exit) continue;
      const candidates = edges[node]!.filter((next) => dominators[next] !== -1);
      const best = candidates.reduce(meet);
      if (dominators[node] === best) continue;
      dominators[node] = best;
      changed = true;
    }
  }
  return dominators.slice(0, exit);
}

/** Of the graph whose edges are `next`. */
function reversePostorder(next: readonly (readonly number[])[], root: number): readonly number[] {
  const order: number[] = [];
  const seen = new Set([root]);
  const stack: { readonly node: number; at: number }[] = [{ node: root, at: 0 }];
  while (stack.length > 0) {
    const top = stack.at(-1)!;
    const follow = next[top.node]![top.at++];
    if (follow === undefined) {
      order.push(top.node);
      stack.pop();
    } else if (!seen.has(follow)) {
      seen.add(follow);
      stack.push({ node: follow, at: 0 });
    }
  }
  return order.reverse();
}
