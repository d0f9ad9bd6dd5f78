// Dominators of a flow graph whose first block is the entry. Source: T. Lengauer, R. Tarjan, A Fast Algorithm for
// Finding Dominators in a Flowgraph (the simple version: n log n).

type Edges = readonly (readonly number[])[];

/** A walk in depth from the first block: blocks in preorder, and the parent of each by its place. */
interface Walk {
  readonly order: readonly number[];
  readonly parents: Int32Array;
  /** Places by block; -1 for blocks that are not reached. */
  readonly places: Int32Array;
}

function walkFrom(successors: Edges): Walk {
  const places = new Int32Array(successors.length).fill(-1);
  const parents = new Int32Array(successors.length);
  if (successors.length === 0) return { order: [], parents, places };
  const order = [0];
  places[0] = 0;
  const stack = [{ block: 0, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const to = successors[top.block]?.[top.next++];
    if (to === undefined) stack.pop();
    else if (places[to] === -1) {
      parents[order.length] = places[top.block] ?? 0;
      places[to] = order.length;
      order.push(to);
      stack.push({ block: to, next: 0 });
    }
  }
  return { order, parents, places };
}

const at = (numbers: Int32Array, index: number): number => numbers[index] ?? 0;

/** Immediate dominators by places of the walk. */
class DominatorSearch {
  private readonly semi: Int32Array;
  private readonly labels: Int32Array;
  private readonly ancestors: Int32Array;
  readonly immediate: Int32Array;
  steps = 0;

  constructor(
    private readonly walk: Walk,
    private readonly predecessors: Edges,
  ) {
    const count = walk.order.length;
    this.semi = Int32Array.from({ length: count }, (_, place) => place);
    this.labels = this.semi.slice();
    this.ancestors = new Int32Array(count).fill(-1);
    this.immediate = new Int32Array(count);
  }

  run(): void {
    const { order, parents } = this.walk;
    const buckets = new Map<number, number[]>();
    for (let place = order.length - 1; place > 0; place--) {
      this.findSemi(place);
      const semi = at(this.semi, place);
      const bucket = buckets.get(semi);
      if (bucket) bucket.push(place);
      else buckets.set(semi, [place]);
      const parent = at(parents, place);
      this.ancestors[place] = parent;
      for (const one of buckets.get(parent)?.splice(0) ?? []) {
        const low = this.evaluate(one);
        this.immediate[one] = at(this.semi, low) < at(this.semi, one) ? low : parent;
      }
    }
    for (let place = 1; place < order.length; place++)
      if (at(this.immediate, place) !== at(this.semi, place))
        this.immediate[place] = at(this.immediate, at(this.immediate, place));
  }

  private findSemi(place: number): void {
    for (const block of this.predecessors[this.walk.order[place] ?? 0] ?? []) {
      this.steps++;
      const from = at(this.walk.places, block);
      if (from === -1) continue;
      const semi = at(this.semi, this.evaluate(from));
      if (semi < at(this.semi, place)) this.semi[place] = semi;
    }
  }

  /** The place with the least semidominator on the path of linked ancestors, which is compressed. */
  private evaluate(place: number): number {
    const { ancestors, labels, semi } = this;
    const path: number[] = [];
    for (let one = place; at(ancestors, one) !== -1 && at(ancestors, at(ancestors, one)) !== -1; ) {
      path.push(one);
      one = at(ancestors, one);
    }
    this.steps += path.length + 1;
    for (let n = path.length - 1; n >= 0; n--) {
      const one = path[n] ?? 0;
      const above = at(ancestors, one);
      if (at(semi, at(labels, above)) < at(semi, at(labels, one))) labels[one] = at(labels, above);
      ancestors[one] = at(ancestors, above);
    }
    return at(labels, place);
  }
}

/** First and last number of each place's subtree. */
function intervalsOf(immediate: Int32Array): { readonly first: Int32Array; readonly last: Int32Array } {
  const count = immediate.length;
  const sizes = new Int32Array(count).fill(1);
  for (let place = count - 1; place > 0; place--) {
    const parent = at(immediate, place);
    sizes[parent] = at(sizes, parent) + at(sizes, place);
  }
  const first = new Int32Array(count);
  const free = new Int32Array(count).fill(1);
  // A dominator comes before what it dominates in preorder.
  for (let place = 1; place < count; place++) {
    const parent = at(immediate, place);
    first[place] = at(first, parent) + at(free, parent);
    free[parent] = at(free, parent) + at(sizes, place);
  }
  return { first, last: first.map((number, place) => number + at(sizes, place) - 1) };
}

export class DominatorTree {
  private readonly places: Int32Array;
  private readonly intervals: ReturnType<typeof intervalsOf>;
  /** Edges and ancestors that were visited: a measure of the work. */
  readonly steps: number;

  constructor(successors: Edges, predecessors: Edges) {
    const walk = walkFrom(successors);
    const search = new DominatorSearch(walk, predecessors);
    search.run();
    this.places = walk.places;
    this.steps = search.steps;
    this.intervals = intervalsOf(search.immediate);
  }

  /** True if each path to the second block has the first; also for unreachable blocks. */
  dominates(first: number, second: number): boolean {
    const [from, to] = [this.places[first] ?? -1, this.places[second] ?? -1];
    if (to === -1) return true;
    if (from === -1) return false;
    const { first: starts, last } = this.intervals;
    return at(starts, from) <= at(starts, to) && at(starts, to) <= at(last, from);
  }
}
