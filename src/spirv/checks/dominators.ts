// Dominators of a flow graph whose first block is the entry. Source: K. Cooper, T. Harvey, K. Kennedy, A Simple, Fast
// Dominance Algorithm.

/** Blocks reachable from the first in reverse postorder. */
function reversePostorder(successors: readonly (readonly number[])[]): number[] {
  const order: number[] = [];
  const seen = new Set([0]);
  const stack = [{ block: 0, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const to = successors[top.block]?.[top.next++];
    if (to === undefined) {
      order.push(top.block);
      stack.pop();
    } else if (!seen.has(to)) {
      seen.add(to);
      stack.push({ block: to, next: 0 });
    }
  }
  return order.reverse();
}

/** @returns a function that is true if each path to the second block has the first; also for unreachable blocks */
export function dominatorsOf(
  successors: readonly (readonly number[])[],
  predecessors: readonly (readonly number[])[],
): (first: number, second: number) => boolean {
  if (successors.length === 0) return () => true;
  const order = reversePostorder(successors);
  const places = new Map(order.map((block, place): [number, number] => [block, place]));
  /** Immediate dominators by place. */
  const parents = new Map<number, number>([[0, 0]]);
  const common = (first: number, second: number): number => {
    let [a, b] = [first, second];
    while (a !== b) {
      while (a > b) a = parents.get(a) ?? 0;
      while (b > a) b = parents.get(b) ?? 0;
    }
    return a;
  };
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (let place = 1; place < order.length; place++) {
      const sources = (predecessors[order[place] ?? 0] ?? []).flatMap((block) => {
        const from = places.get(block);
        return from !== undefined && parents.has(from) ? [from] : [];
      });
      const parent = sources.reduce(common);
      if (parents.get(place) !== parent) {
        parents.set(place, parent);
        isChanged = true;
      }
    }
  }
  return (first, second) => {
    const [from, to] = [places.get(first), places.get(second)];
    if (to === undefined) return true;
    if (from === undefined) return false;
    let at = to;
    while (at > from) at = parents.get(at) ?? 0;
    return at === from;
  };
}
