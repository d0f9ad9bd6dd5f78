// Cuts the blocks of a large kernel into parts, each of which becomes a function of bounded size.

import { elementOf, required } from '../../util/required.js';
import { type Block, type FlowGraph, keyOf } from '../analysis/flow.js';
import type { BlockRange } from './kernel-part.js';

/** Instructions of a kernel that is one part, and of a part of a larger one. */
export const LIMITS = { whole: 1600, part: 800 };

const weightOf = ({ body }: Block): number => body.length + 1;

/** For each place between two blocks (before the block of that number), how many loops go across it. */
function loopsAcross({ blocks, index }: FlowGraph): readonly number[] {
  /** Loops that begin before a block, less those that end there. */
  const change = Array.from({ length: blocks.length + 1 }, () => 0);
  const add = (place: number, count: number): void => {
    change[place] = elementOf(change, place, 'place') + count;
  };
  blocks.forEach((block, number) => {
    for (const key of [block.target, block.next]) {
      const target = key && index.get(keyOf(key));
      if (target === undefined || target > number) continue;
      add(target + 1, 1);
      add(number + 1, -1);
    }
  });
  let across = 0;
  return change.map((count) => (across += count));
}

/**
 * The parts of a kernel, in order. Cuts are made where the fewest loops go across: from one part to another, scalar
 * registers go through memory.
 */
export function partsOf(graph: FlowGraph): readonly BlockRange[] {
  const { blocks } = graph;
  const total = blocks.reduce((sum, block) => sum + weightOf(block), 0);
  if (total <= LIMITS.whole) return [{ first: 0, end: blocks.length }];
  const across = loopsAcross(graph);
  const parts: BlockRange[] = [];
  for (let first = 0; first < blocks.length; ) {
    const end = endOfPart(blocks, across, first);
    parts.push({ first, end });
    first = end;
  }
  return parts;
}

function endOfPart(blocks: readonly Block[], across: readonly number[], first: number): number {
  let best = first + 1;
  let weight = weightOf(required(blocks[first], 'block'));
  for (let end = first + 1; end < blocks.length; end++) {
    // The later of two that are equally good, and no part that is less than half full.
    if (weight <= LIMITS.part / 2 || elementOf(across, end, 'place') <= elementOf(across, best, 'place')) best = end;
    weight += weightOf(required(blocks[end], 'block'));
    if (weight > LIMITS.part) return best;
  }
  return blocks.length;
}
