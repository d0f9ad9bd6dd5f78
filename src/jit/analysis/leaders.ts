// Leaders: addresses at which blocks begin, from one scan of all instructions. A part of a kernel is entered at these
// addresses. Missing ones (targets of computed jumps) are found when execution arrives there; surplus ones do no harm.

import { type CodeReader, isProblem } from '../../emulator/code.js';
import { neverGoesOn } from '../../isa/control.js';
import { isBranch } from '../../isa/syntax.js';
import { required } from '../../util/required.js';
import { type Part, rangeOf } from './code-profile.js';
import type { BlockKey } from './flow.js';

const WORD = 4;

/** Every such place of a kernel, sorted. */
export function leadersOf(code: CodeReader): readonly number[] {
  const { launch } = code;
  const end = launch.codeAddress + launch.codeBytes;
  const leaders = new Set<number>();
  let range = -1;
  for (let pc = launch.codeAddress; pc < end; ) {
    if (rangeOf(pc, launch) !== range) {
      range = rangeOf(pc, launch);
      leaders.add(pc);
    }
    const fetched = code.fetch(pc);
    if (isProblem(fetched)) {
      pc += WORD;
      continue;
    }
    const next = pc + fetched.size;
    if (isBranch(fetched.def))
      leaders.add(next + ((required(fetched.fields['simm16'], 'field simm16') << 16) >> 16) * WORD).add(next);
    // Behind a jump lies a place to return to, or another function.
    else if (neverGoesOn(fetched.def)) leaders.add(next);
    pc = next;
  }
  return [...leaders].sort((a, b) => a - b);
}

/** Those in a part, in a mode. */
export function leadersIn(leaders: readonly number[], code: CodeReader, part: Part, mode: number): readonly BlockKey[] {
  const ranges = new Set(part);
  return leaders.filter((pc) => ranges.has(rangeOf(pc, code.launch))).map((pc) => ({ pc, mode }));
}
