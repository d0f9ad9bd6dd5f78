// Cuts the blocks of a large kernel into parts, each of which becomes a function of bounded size.

import { required } from '../../util/required.js';
import { type Block, type FlowGraph, keyOf } from '../analysis/flow.js';
import type { BlockRange } from './kernel-part.js';

/** Instructions of a kernel that is one part, and of a part of a larger one. */
export const LIMITS = { whole: 1600, part: 800 };

const weightOf = ({ body }: Block): number => body.length + 1;

/** For each place between two blocks (before the block of that number), how many loops go across it. */
function loopsAcross({ blocks, index }: FlowGraph): Int32Array {
  const change = new Int32Array(blocks.length + 1);
  blocks.forEach((block, number) => {
    for (const key of [block.target, block.next]) {
      const target = key && index.get(keyOf(key));
      if (target === undefined || target > number) continue;
      change[target + 1]!++;
      change[number + 1]!--;
    }
  });
  for (let place = 1; place < change.length; place++) change[place]! += change[place - 1]!;
  return change;
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

function endOfPart(blocks: readonly Block[], across: Int32Array, first: number): number {
  let best = first + 1;
  let weight = weightOf(required(blocks[first], 'block'));
  for (let end = first + 1; end < blocks.length; end++) {
    // The later of two that are equally good, and no part that is less than half full.
    if (weight <= LIMITS.part / 2 || across[end]! <= across[best]!) best = end;
    weight += weightOf(required(blocks[end], 'block'));
    if (weight > LIMITS.part) return best;
  }
  return blocks.length;
}
