// The control flow graph of a function in LLVM IR text: cycles and dominators.
import type { IrBlock } from './flow.js';

/** Reachable blocks in depth-first postorder. */
export function postOrder(starts: readonly IrBlock[], next: (block: IrBlock) => readonly IrBlock[]): IrBlock[] {
  const order: IrBlock[] = [];
  const seen = new Set<IrBlock>();
  const open: { block: IrBlock; rest: IrBlock[] }[] = [];
  const enter = (block: IrBlock): void => {
    if (seen.has(block)) return;
    seen.add(block);
    open.push({ block, rest: [...next(block)] });
  };
  for (const start of starts) {
    enter(start);
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const one = top.rest.pop();
      if (one) enter(one);
      else {
        open.pop();
        order.push(top.block);
      }
    }
  }
  return order;
}

const successors = ({ successors }: IrBlock): readonly IrBlock[] => successors;

/** The immediate dominator of each block. */
function immediateDominators(first: IrBlock): ReadonlyMap<IrBlock, IrBlock> {
  const order = postOrder([first], successors);
  const fromEntry = order.toReversed().slice(1);
  const place = new Map(order.map((block, n) => [block, n]));
  const above = new Map<IrBlock, IrBlock>([[first, first]]);
  const placeOf = (block: IrBlock): number => place.get(block) ?? 0;
  /** The nearest common dominator: the first block is above all. */
  const meet = (a: IrBlock, b: IrBlock): IrBlock => {
    let [one, other] = [a, b];
    while (one !== other) {
      if (placeOf(one) < placeOf(other)) one = above.get(one) ?? first;
      else other = above.get(other) ?? first;
    }
    return one;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const block of fromEntry) {
      const processed = block.predecessors.filter((one) => above.has(one));
      const dominator = processed.reduce(meet);
      if (above.get(block) === dominator) continue;
      above.set(block, dominator);
      changed = true;
    }
  }
  return above;
}

/** Strongly connected components. */
function components(blocks: readonly IrBlock[]): readonly (readonly IrBlock[])[] {
  const done = new Set<IrBlock>();
  const components: IrBlock[][] = [];
  for (const first of postOrder(blocks, successors).reverse()) {
    if (done.has(first)) continue;
    const all = postOrder([first], (block) => block.predecessors.filter((one) => !done.has(one)));
    for (const block of all) done.add(block);
    components.push(all);
  }
  return components;
}

/** The blocks of a natural loop: they reach the head, which dominates them. */
function naturalLoops(
  blocks: readonly IrBlock[],
  dominates: (one: IrBlock, block: IrBlock) => boolean,
): Map<IrBlock, Set<IrBlock>> {
  const loops = new Map<IrBlock, Set<IrBlock>>();
  for (const head of blocks) {
    const back = head.predecessors.filter((one) => dominates(head, one));
    if (back.length === 0) continue;
    const inside = postOrder(back, (block) => (block === head ? [] : block.predecessors));
    loops.set(head, new Set([head, ...inside]));
  }
  return loops;
}

export class Graph {
  /** Loops, including irreducible ones. */
  readonly loops: readonly ReadonlySet<IrBlock>[];
  private readonly above: ReadonlyMap<IrBlock, IrBlock>;
  private readonly around = new Map<IrBlock, ReadonlySet<IrBlock>[]>();

  /** @param blocks the first one is the entry */
  constructor(blocks: readonly IrBlock[]) {
    const [first] = blocks;
    this.above = first ? immediateDominators(first) : new Map();
    const natural = [...naturalLoops(blocks, (one, block) => this.dominates(one, block)).values()];
    const headless = components(blocks)
      .filter((all) => all.length > 1 && !natural.some((loop) => all.every((block) => loop.has(block))))
      .map((all) => new Set(all));
    this.loops = [...natural, ...headless];
    for (const loop of this.loops)
      for (const block of loop) this.around.set(block, [...(this.around.get(block) ?? []), loop]);
  }

  /** True if a block is dominated by another one. */
  dominates(one: IrBlock, block: IrBlock): boolean {
    for (let at: IrBlock | undefined = block; at; ) {
      if (at === one) return true;
      const next = this.above.get(at);
      at = next === at ? undefined : next;
    }
    return false;
  }

  /** Loops that contain one block and not another one. */
  left(one: IrBlock, other: IrBlock): readonly ReadonlySet<IrBlock>[] {
    return (this.around.get(one) ?? []).filter((loop) => !loop.has(other));
  }
}
