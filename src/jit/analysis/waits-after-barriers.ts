// First waits of wavefronts for memory after a barrier: the other wavefronts of their work-group may run first there
// (src/emulator/barrier-yield.ts).

import type { Instruction } from '../../isa/instruction.js';
import { required } from '../../util/required.js';
import type { Block, BlockKey } from './flow.js';

/** The place behind the wait in a block; undefined where a barrier follows, or the end. */
function placeBehind({ body, ending, mode }: Block, at: number): BlockKey | undefined {
  const { pc, instruction } = required(body[at], 'instruction');
  const isLast = at + 1 === body.length;
  return isLast && (ending === 'barrier' || ending === 'end') ? undefined : { pc: pc + instruction.size, mode };
}

/**
 * The instructions behind the first waits on all ways from barriers.
 *
 * @param indexOf the number of a block by its key
 */
export function firstWaits(
  blocks: readonly Block[],
  indexOf: (key: BlockKey) => number | undefined,
  isWait: (instruction: Instruction) => boolean,
): readonly BlockKey[] {
  const keys: BlockKey[] = [];
  const seen = new Set<number>();
  const work = blocks.flatMap(({ ending, next }) => (ending === 'barrier' && next ? [next] : []));
  for (let key = work.pop(); key; key = work.pop()) {
    const index = indexOf(key);
    if (index === undefined || seen.has(index)) continue;
    seen.add(index);
    const block = required(blocks[index], 'block');
    const at = block.body.findIndex(({ instruction }) => isWait(instruction));
    if (at >= 0) {
      const place = placeBehind(block, at);
      if (place) keys.push(place);
    } else if (block.ending !== 'barrier') {
      for (const other of [block.next, block.target]) if (other) work.push(other);
    }
  }
  return keys;
}
