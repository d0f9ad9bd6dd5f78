// End of a kernel's code that lies in memory without its size: followed from its first instruction.

import { flowOf } from '../../../isa/control.js';
import type { DecodeResult } from '../../../isa/decode.js';

/**
 * @param decodeAt decodes the instruction at a word
 * @param words number of words
 * @returns number of the word behind the last instruction; undefined when there is an indirect branch
 */
export function codeEnd(decodeAt: (index: number) => DecodeResult, words: number): number | undefined {
  let farthest = 0;
  let index = 0;
  while (index < words) {
    const decoded = decodeAt(index);
    // An invalid instruction is reported when execution reaches it.
    if (!decoded.ok) return Math.max(index + decoded.error.size / 4, farthest + 1);
    const { def, size, fields } = decoded.instruction;
    const next = index + size / 4;
    const flow = flowOf(def.semantics);
    if (flow === 'branch' || flow === 'conditionalBranch') {
      const distance = fields['simm16'];
      if (distance === undefined || !def.name.includes('branch')) return undefined;
      const target = next + ((distance << 16) >> 16);
      if (target < 0 || target >= words) return undefined;
      farthest = Math.max(farthest, target);
    }
    if ((flow === 'end' || flow === 'branch') && next > farthest) return next;
    index = next;
  }
  return words;
}
